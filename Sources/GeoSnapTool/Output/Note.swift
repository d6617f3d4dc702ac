/// Says on stderr what somebody should know beside the answer.
func note(_ sentence: String) {
  Surroundings.current.tell(Paint.errors.message(sentence, isNote: true))
}
