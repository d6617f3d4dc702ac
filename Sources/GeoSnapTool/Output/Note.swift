import Foundation

/// Says on stderr what somebody should know beside the answer.
func note(_ sentence: String) {
  let line = Paint.errors.message(sentence, isNote: true)
  FileHandle.standardError.write(Data("\(line)\n".utf8))
}
