"""A headless Chromium, driven through its own pipe (``--remote-debugging-pipe``, the
DevTools protocol).

Nothing but the browser is needed. Where there is none its tests are skipped, but not in
the continuous integration (``CI=true``): there a missing browser is a failure.
``CHROMIUM`` names the binary, if it is none of the usual ones.
"""

import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import time

import pytest

BINARIES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
#: Chromium reads and writes at these ends of its pipe: 3 and 4. It is started by a few
#: lines that put them there.
TRAMPOLINE = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Chromium:
    """A headless browser with one tab."""

    def __init__(self, binary, profile):
        command_end, self.commands = os.pipe()
        self.answers, answer_end = os.pipe()
        options = (
            "--headless=new",
            "--no-sandbox",  # which root, the user of most containers, cannot have
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--remote-debugging-pipe",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={profile}",
            "about:blank",
        )
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                TRAMPOLINE,
                str(command_end),
                str(answer_end),
                binary,
                *options,
            ],
            pass_fds=(command_end, answer_end),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(command_end)
        os.close(answer_end)
        self.number, self.buffer, self.events, self.session = 0, b"", [], None

    def connect(self):
        target = self("Target.createTarget", url="about:blank")["targetId"]
        self.session = self("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self(f"{domain}.enable")
        self("Page.setLifecycleEventsEnabled", enabled=True)

    def __call__(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session is not None:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer)
                return answer["result"]
            self.events.append(answer)

    def read(self):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.answers], [], [], 60)
            assert ready, "the browser does not answer"
            part = os.read(self.answers, 1 << 20)
            assert part, "the browser has ended"
            self.buffer += part
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def happened(self, method):
        return [event["params"] for event in self.events if event["method"] == method]

    def open(
        self, url, *, width=1280, height=900, scheme="light", touch=False, scripts=True
    ):
        self(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=touch,
        )
        self("Emulation.setTouchEmulationEnabled", enabled=touch)
        self("Emulation.setScriptExecutionDisabled", value=not scripts)
        self(
            "Emulation.setEmulatedMedia",
            media="",
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )
        self.load("about:blank")
        self.events.clear()
        self.load(url)
        self.run(
            "new Promise((done) => requestAnimationFrame(() => "
            "requestAnimationFrame(done)))"
            if scripts
            else "1"
        )

    def unfold(self):
        """Open what is folded, and let the page hear of it."""
        self.run(
            "document.querySelectorAll('details').forEach((fold) => { fold.open = "
            "true; })"
        )
        self.run(
            "new Promise((done) => requestAnimationFrame(() => "
            "requestAnimationFrame(done)))"
        )

    def load(self, url):
        """Go to a page, and wait until it, and not the one before, has been loaded."""
        loader = self("Page.navigate", url=url)["loaderId"]
        while not any(
            event["loaderId"] == loader and event["name"] == "load"
            for event in self.happened("Page.lifecycleEvent")
        ):
            self.events.append(self.read())

    def run(self, expression):
        answer = self(
            "Runtime.evaluate",
            expression=expression,
            returnByValue=True,
            awaitPromise=True,
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, expression, seconds=5):
        """Wait until an expression is true."""
        end = time.monotonic() + seconds
        while not (value := self.run(expression)):
            assert time.monotonic() < end, expression
            time.sleep(0.02)
        return value

    def point(self, selector):
        """Scroll an element into view, let the page hear of it, and give its middle."""
        return self.run(
            f"""new Promise((done) => {{
              const element = document.querySelector({json.dumps(selector)});
              element.scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }});
              requestAnimationFrame(() => requestAnimationFrame(() => {{
                const place = element.getBoundingClientRect();
                done([place.left + place.width / 2, place.top + place.height / 2]);
              }}));
            }})"""
        )

    def move(self, x, y):
        self("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, selector):
        x, y = self.point(selector)
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self(
                "Input.dispatchMouseEvent",
                type=kind,
                x=x,
                y=y,
                button="left",
                clickCount=1,
            )

    def press(self, key, code=None, text=None):
        code = code or key
        extra = {"text": text} if text else {}
        numbers = {
            "Tab": 9,
            "Enter": 13,
            "Escape": 27,
            "ArrowLeft": 37,
            "ArrowUp": 38,
            "ArrowRight": 39,
            "ArrowDown": 40,
        }
        extra["windowsVirtualKeyCode"] = numbers.get(key, 32)
        self("Input.dispatchKeyEvent", type="keyDown", key=key, code=code, **extra)
        self(
            "Input.dispatchKeyEvent",
            type="keyUp",
            key=key,
            code=code,
            windowsVirtualKeyCode=numbers.get(key, 32),
        )

    def close(self):
        self.session = None
        with contextlib.suppress(AssertionError, OSError):
            self("Browser.close")
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.commands)
        os.close(self.answers)


@contextlib.contextmanager
def browsing(profile):
    """Start a browser that keeps what it has to keep in the folder `profile`."""
    binary = os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, BINARIES)), None
    )
    if binary is None:
        if os.environ.get("CI") == "true":
            pytest.fail(
                "no Chromium: install the package chromium, or name the binary in "
                "CHROMIUM."
            )
        pytest.skip("no Chromium is installed")
    chromium = Chromium(binary, profile)
    try:
        chromium.connect()
        yield chromium
    finally:
        chromium.close()
