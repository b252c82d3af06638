"""What a player has learnt and reached: lessons, puzzles, statistics, ratings."""
