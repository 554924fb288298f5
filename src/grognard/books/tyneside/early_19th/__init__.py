"""Early 19th Century: the Napoleonic wars to the American Civil War."""
