"""What a person can do, one function a verb. They alone join the packages with the store; every door calls these."""
