/// Prints a note for the user on stderr.
func note(_ sentence: String) {
  Surroundings.current.tell(Paint.errors.message(sentence, isNote: true))
}
