"""What commands say of tables that several tests read."""

#: Of the table of García and Herrera (2008).
GARCIA_2008 = (
    "algorithms C4.5, 1-NN, NaiveBayes, … (5) on data sets Abalone*, Adult*, "
    "Australian, … (30); higher scores are "
    "better."
)
