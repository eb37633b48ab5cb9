import Core
import DemoServer
import Foundation
import Testing

/// Commands that write, in this process, each printing JSON.
extension ReaderFixture {
    /// Runs a command with the demonstration inside the process, on this store.
    func demo(
        _ arguments: String..., format: String = "json", environment: [String: String] = [:], input: String = ""
    ) async -> ReaderProcess {
        await demo(arguments, format: format, environment: environment, input: input)
    }

    /// Runs a command with a list of arguments.
    func demo(
        _ arguments: [String], format: String = "json", environment: [String: String] = [:], input: String = ""
    ) async -> ReaderProcess {
        await ReaderCall.run(
            arguments + ["--store", store, "--format", format], environment: environment, input: input)
    }

    /// Stops the server, and returns what runs a command at the address that it had.
    func withoutServer(
        _ backend: BackendCase, environment: [String: String]? = nil
    ) async throws -> @Sendable (String...) async -> ReaderProcess {
        let base = try #require(server.baseURL).absoluteString
        await server.stop()
        return { [store] (arguments: String...) in
            await ReaderCall.run(
                arguments + ["--backend", backend.rawValue, "--store", store, "--base-url", base, "--format", "json"],
                environment: environment ?? backend.environment)
        }
    }

    /// Submits a post, which somebody else answers, with a store of their own; returns its id.
    @discardableResult
    func question(answeredWith texts: String...) async throws -> String {
        let submitted = try await call(.demo, "submit", "swift", "--title", "A question", "--text", "Well?")
        let post = try #require(try submitted.entry("sent")["result"] as? String)
        var ann = BackendCase.reddit.environment
        ann["LANTERN_REDDIT_REFRESH_TOKEN"] = "lantern-demo-refresh-token-ann"
        let other = Self.otherStore(of: self)
        _ = try await call(
            .reddit, ["list", "--feed", "r/swift", "--sort", "new"], store: other, environment: ann)
        for text in texts {
            let reply = try await call(.reddit, ["reply", post, text], store: other, environment: ann)
            #expect(try reply.status == 0 && reply.entries("sent").count == 1, "\(reply.output)\(reply.errors)")
        }
        return post
    }

    /// Whose marks commands show with the demonstration: those of the person who is signed in there.
    static let demoOwner = MarkOwner.account(
        AccountKey(site: .demo, name: DemoServer.Account.demo.redditID))

    /// The site as its server holds it.
    var record: DemoRecord { get throws { try server.record } }
}

extension ReaderProcess {
    /// The entries of a list of the answer.
    func entries(_ name: String) throws -> [[String: Any]] {
        try #require(try json[name] as? [[String: Any]], "\(output)\(errors)")
    }

    /// The only entry of a list of the answer.
    func entry(_ name: String) throws -> [String: Any] {
        let entries = try entries(name)
        try #require(entries.count == 1, "\(output)\(errors)")
        return entries[0]
    }

    /// The ids of entries.
    func entryIDs(_ name: String) throws -> [String] { try entries(name).compactMap { $0["id"] as? String } }

    /// The comments of a thread.
    var comments: [[String: Any]] { get throws { try entries("comments") } }

    /// The item of a post.
    func item(_ id: String) throws -> [String: Any] {
        try #require(try items.first { $0["id"] as? String == id })
    }
}
