import Foundation
import GeoSnap
import GeoSnapTool

extension Route {
  static let writingRoutes = [
    Route(
      "POST /transactions",
      "Commits a transaction of edits, or a list of them.",
      parameters: [
        Parameter("check", .flag, "Report what a commit would write, and write nothing."),
        Parameter(
          "allow-unconnected",
          .flag,
          VerbCatalog.current["edit"].summary(of: "allow-unconnected")
        ),
      ],
      body: Body(
        summary: "Transactions as Documentation/Editing-JSON.md describes them.",
        schema: .object([
          "oneOf": .array([
            .object([
              "type": "object", "required": .array(["edits"]),
              "properties": .object([
                "name": .object(["type": "string"]),
                "edits": .object([
                  "type": "array", "minItems": 1, "items": .object(["type": "object"]),
                ]),
              ]),
            ]),
            .object(["type": "array", "minItems": 1, "items": .object(["type": "object"])]),
          ])
        ])
      ),
      answers: """
        The document of `geosnap edit --json`. With status 422 some transaction was refused: `refused` says which and \
        why; those before it were committed.
        """,
      writes: true
    ) { service, asked in
      var words = ["--transaction", "-"]
      let isCheck = asked.flag("check")
      if isCheck { words.append("--check") }
      if asked.flag("allow-unconnected") { words.append("--allow-unconnected") }
      let name = isCheck ? nil : transactionName(asked.request.body)
      return try await edit(service, words, asked.request.body, name: name)
    },
    Route(
      "POST /undo",
      "Undoes the last step.",
      answers: "The document of `geosnap edit --undo --json`.",
      writes: true
    ) { service, _ in try await edit(service, ["--undo"], [], name: "Undo") },
    Route(
      "POST /redo",
      "Redoes the step that was undone last.",
      answers: "The document of `geosnap edit --redo --json`.",
      writes: true
    ) { service, _ in try await edit(service, ["--redo"], [], name: "Redo") },
    history,
    Route(
      "GET /events",
      "Reports each commit of any program when the commit is made.",
      answers: """
        Server-sent events: first `listening` with {revision} of now, then `commit` with {revision, name}; name is \
        null for what others have written. A line that says nothing comes every 15 seconds.
        """,
      mediaType: "text/event-stream"
    ) { service, _ in
      ServiceAnswer(
        type: "text/event-stream",
        pieces: try service.events.listen { service.served.now.revision }
      )
    },
  ]

  private static func transactionName(_ body: [UInt8]) -> String? {
    struct Named: Decodable { let name: String? }
    let decoder = JSONDecoder()
    let data = Data(body)
    return (try? decoder.decode(Named.self, from: data))?.name
      ?? (try? decoder.decode([Named].self, from: data))?.first?.name
  }

  private static func edit(
    _ service: NetworkService,
    _ words: [String],
    _ body: [UInt8],
    name: String?
  ) async throws -> ServiceAnswer {
    let reply = try await service.writing.take {
      // A transaction that has begun is completed or refused as a whole.
      await onThreads(givesWay: false) {
        let open = service.served.now.open
        let words = ["edit", open.path, "--json"] + words
        let reply = await VerbQuestion(words, input: body, of: open).reply()
        service.takeOver(name: name)
        return reply
      }
    }
    return try reply.answer()
  }

  private static let history =
    Route(
      "GET /history",
      "Lists the steps that were committed.",
      answers: "The document of `geosnap edit --history --json`."
    ) { service, _ in
      // Takes a turn with transactions, so that the network shows every listed step.
      let reply = try await service.looking.take {
        try await service.writing.take {
          try await within(NetworkService.timeLimit, givesWay: false) {
            let open = service.served.now.open
            let words = ["edit", open.path, "--history", "--json"]
            return await VerbQuestion(words, of: open).reply()
          }
        }
      }
      if let failure = reply.failure { throw failure }
      return try reply.answer()
    }
}
