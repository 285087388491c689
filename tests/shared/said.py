"""What commands say of tables that several tests read."""

#: Of the table of García and Herrera (2008).
GARCIA_2008 = (
    "5 algorithms (C4.5, 1-NN, NaiveBayes, …) on 30 data sets (Abalone*, Adult*, "
    "Australian, …); higher scores are better."
)
