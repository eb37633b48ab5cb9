import Core
import Database
import DemoServer
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Signing in, with a browser and with a password, several accounts, and what each of them sees.
@Suite(.timeLimit(.minutes(5)))
struct LoginTests {
    /// A port that was free a moment ago.
    private static func freePort() throws -> UInt16 {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
            }
        }
        try #require(isBound)
        return UInt16(bigEndian: address.sin_port)
    }

    /// Signs in with a browser that adds something to the page's address, after it was somewhere else.
    private func login(
        _ fixture: ReaderFixture, with backend: String = "reddit", choosing choice: String, arguments: [String] = [],
        before: String? = nil
    ) async throws -> ReaderProcess {
        try await Self.login(fixture, with: backend, choosing: choice, arguments: arguments, before: before)
    }

    /// The same for other tests, where the environment may have a refresh token.
    static func login(
        _ fixture: ReaderFixture, with backend: String = "reddit", choosing choice: String, arguments: [String] = [],
        before: String? = nil, token: String? = nil
    ) async throws -> ReaderProcess {
        let redirect = "http://127.0.0.1:\(try freePort())/callback"
        let base = try #require(fixture.server.baseURL).absoluteString
        var environment = BackendCase.reddit.environment
        environment["LANTERN_REDDIT_REFRESH_TOKEN"] = token
        environment["LANTERN_REDDIT_REDIRECT_URI"] = redirect
        let browser: @Sendable (String) -> Void = { warning in
            guard let start = warning.range(of: base) else { return }
            let page = warning[start.lowerBound...].prefix { !$0.isWhitespace } + choice
            let urls = [before.map { redirect + $0 }, String(page)].compactMap { $0.flatMap(URL.init(string:)) }
            Task { for url in urls { _ = try? await URLSession.shared.data(from: url) } }
        }
        return await ReaderCall.run(
            ["login", "--backend", backend, "--store", fixture.store, "--base-url", base, "--format", "json"]
                + arguments,
            environment: environment, onWarning: browser)
    }

    @Test func aBrowserComesBackWithACodeAndThatPersonWrites() async throws {
        try await ReaderFixture.runCalls { fixture in
            var environment = BackendCase.reddit.environment
            environment["LANTERN_REDDIT_REFRESH_TOKEN"] = nil
            func call(_ arguments: String...) async throws -> ReaderProcess {
                try await fixture.call(.reddit, arguments, environment: environment)
            }
            let id = try #require(try await call("list", "--feed", "r/swift").ids.first)
            // Never signed in: nothing is queued.
            let nobody = try await call("vote", id, "up")
            #expect(try nobody.status == 77 && nobody.errorCode == "unauthorized", "\(nobody.output)")
            #expect(try await call("outbox").entries("entries").isEmpty)

            let login = try await login(
                fixture, choosing: "&account=ann&decision=allow", before: "?state=guessed&code=stolen")
            #expect(login.status == 0, "\(login.errors)")
            #expect(try login.json["account"] as? String == "ann" && login.json["site"] as? String == "reddit")
            let vote = try await call("vote", id, "up")
            #expect(try vote.status == 0 && vote.entry("sent")["account"] as? String == "ann", "\(vote.errors)")
            #expect(try fixture.record.people["ann"]?.votes[id] == 1)

            _ = try await call("reply", id, "Of ann.", "--offline")
            #expect(try await self.login(fixture, choosing: "&account=ben&decision=allow").status == 0)
            let accounts = try await call("accounts").entries("accounts")
            #expect(accounts.compactMap { $0["account"] as? String }.sorted() == ["ann", "ben"])
            #expect(accounts.first { $0["account"] as? String == "ann" }?["unsent"] as? Int == 1)
            #expect(accounts.first { $0["isCurrent"] as? Bool == true }?["account"] as? String == "ben")
            // Nothing of somebody else is shown or counted; what they have not sent goes out as theirs alone.
            #expect(try await call("list", "--feed", "r/swift", "--offline").item(id)["vote"] is NSNull)
            #expect(try await call("sync").json["sent"] as? Int == 0)
            #expect(try await call("vote", id, "down").entry("sent")["account"] as? String == "ben")
            #expect(try fixture.record.texts(by: "ann").isEmpty, "only whose command it is sends")
            #expect(try await call("accounts", "use", "nobody").status == 66)
            #expect(try await call("accounts", "use", "ANN").status == 0)
            #expect(try await call("list", "--feed", "r/swift", "--offline").item(id)["vote"] as? Int == 1)
            #expect(try await call("sync").json["left"] as? Int == 0)
            #expect(try fixture.record.texts(by: "ann").map(\.text) == ["Of ann."])
            // A background refresh is for all who are signed in, each with their own session.
            _ = try await call("reply", id, "Later.", "--offline")
            #expect(try await call("accounts", "use", "ben").status == 0)
            #expect(try await call("refresh").status == 0)
            #expect(try fixture.record.texts(by: "ann").map(\.text).sorted() == ["Later.", "Of ann."])
            #expect(try fixture.record.texts(by: "ben").isEmpty)
            // What one of them must not say, another may.
            fixture.server.setFault(.refuse("USER_BLOCKED"), only: .act(.reply), times: 1)
            let refused = try await call("reply", id, "Whose?")
            #expect(try refused.status == 69 && refused.entry("failed")["account"] as? String == "ben")
            let entry = try refused.entryIDs("failed")[0]
            let retry = try await call("outbox", "retry", entry, "--account", "ann")
            #expect(try retry.status == 0 && retry.entry("sent")["account"] as? String == "ann", "\(retry.output)")
            #expect(try fixture.record.texts(by: "ann").contains { $0.text == "Whose?" })
        }
    }

    @Test func aTextOfNobodyBecomesADraft() async throws {
        try await ReaderFixture.runCalls { fixture in
            var environment = BackendCase.reddit.environment
            environment["LANTERN_REDDIT_REFRESH_TOKEN"] = nil
            func call(_ arguments: String...) async throws -> ReaderProcess {
                try await fixture.call(.reddit, arguments, environment: environment)
            }
            func drafts() async throws -> [Draft] {
                let store = try await JSONStore.open(directory: fixture.store)
                let drafts = try await DatabaseDraftProvider(store: store).drafts()
                try await store.close()
                return drafts
            }
            let id = try #require(try await call("list", "--feed", "r/swift").ids.first)
            for _ in 0..<2 {
                let reply = try await call("reply", id, "Words of nobody.")
                #expect(try reply.status == 77 && reply.errorCode == "unauthorized", "\(reply.output)")
                #expect(try reply.entries("queued").isEmpty && reply.errors.contains("draft"), "\(reply.errors)")
            }
            #expect(try await call("submit", "swift", "--title", "A title", "--offline").status == 77)
            #expect(try await call("reply", id, String(repeating: "a", count: 10_001)).status == 64)
            let kept = try await drafts()
            #expect(kept.count == 2 && kept.allSatisfy { $0.account == nil })
            let reply = try #require(kept.first { $0.kind == .reply })
            #expect(reply.text == "Words of nobody." && reply.target?.native == id && reply.thread?.native == id)
            let post = try #require(kept.first { $0.kind == .submit })
            #expect(post.title == "A title" && post.community == "swift")
            // Beside a program that has the store there is nowhere to keep it: it is said what it was.
            let writer = try await JSONStore.open(directory: fixture.store)
            let beside = try await call("reply", id, "Words beside.")
            #expect(beside.status == 77 && beside.errors.contains("Words beside."), "\(beside.status) \(beside.errors)")
            try await writer.close()

            let login = try await login(
                fixture, choosing: "&account=ann&decision=allow", arguments: ["--take-over"])
            #expect(login.status == 0, "\(login.errors)")
            #expect(try await drafts().allSatisfy { $0.account != nil })
            #expect(try fixture.record.texts(by: "ann").isEmpty, "a draft is not sent")
        }
    }

    @Test(arguments: ["reddit-json,reddit", "reddit,reddit-feed"])
    func inAChainTheFirstThatHasASignInSignsInAndWrites(_ chain: String) async throws {
        try await ReaderFixture.runCalls { fixture in
            let base = try #require(fixture.server.baseURL).absoluteString
            var environment = BackendCase.reddit.environment
            environment["LANTERN_REDDIT_REFRESH_TOKEN"] = nil
            func call(_ arguments: String..., environment: [String: String]) async -> ReaderProcess {
                await ReaderCall.run(
                    arguments + [
                        "--backend", chain, "--store", fixture.store, "--base-url", base, "--format", "json",
                    ], environment: environment)
            }
            // Without a client id that link is passed over, and no other has a sign-in.
            let refused = await call("login", environment: [:])
            #expect(refused.status == 64 && refused.errors.contains("passed over"), "\(refused.errors)")
            #expect(refused.errors.contains("cannot write"), "\(refused.errors)")

            let login = try await login(fixture, with: chain, choosing: "&account=ann&decision=allow")
            #expect(try login.status == 0 && login.json["account"] as? String == "ann", "\(login.errors)")
            let id = try #require(try await call("list", "--feed", "r/swift", environment: environment).ids.first)
            let reply = await call("reply", id, "By a link.", environment: environment)
            #expect(try reply.status == 0 && reply.entry("sent")["account"] as? String == "ann", "\(reply.errors)")
            #expect(try fixture.record.texts(by: "ann").map(\.text) == ["By a link."])
        }
    }

    @Test func whoSaysNoIsNotSignedIn() async throws {
        try await ReaderFixture.runCalls { fixture in
            let login = try await login(fixture, choosing: "&decision=deny")
            #expect(login.status == 77, "\(login.status) \(login.errors)")
            let accounts = await ReaderCall.run(
                ["accounts", "--backend", "reddit", "--store", fixture.store, "--format", "json"],
                environment: BackendCase.reddit.environment.filter { $0.key.hasSuffix("ID") })
            #expect(try accounts.entries("accounts").isEmpty)
        }
    }

    @Test func aPasswordIsNeverAnArgument() async throws {
        try await ReaderFixture.runCalls { fixture in
            func call(_ arguments: String..., password: String? = "lantern") async throws -> ReaderProcess {
                try await fixture.call(
                    .lemmy, arguments, environment: password.map { ["LANTERN_PASSWORD": $0] } ?? [:])
            }
            let ids = try await call("list", "--feed", "r/swift").ids
            #expect(try await call("login", "--account", "ann", password: "wrong").status == 77)
            #expect(try await call("login", "--account", "ann", password: nil).status == 64)
            #expect(try await call("login").status == 64)
            let login = try await call("login", "--account", "ann")
            #expect(login.status == 0, "\(login.errors)")
            #expect(try login.json["account"] as? String == "ann" && login.json["site"] as? String == "lemmy:127.0.0.1")

            var comment: String?
            for id in ids where comment == nil {
                comment = try await call("comments", id).comments.first?["id"] as? String
            }
            let answered = try #require(comment)
            #expect(answered.hasPrefix("comment/"))
            let reply = try await call("reply", answered, "To a comment.")
            #expect(reply.status == 0, "\(reply.errors)")
            let sent = try reply.entry("sent")
            #expect(sent["target"] as? String == answered, "\(sent)")
            let result = try #require(sent["result"] as? String)
            #expect(result.hasPrefix("comment/"))
            #expect(try await call("vote", answered, "up").status == 0)
            #expect(try await call("vote", ids[0], "down").status == 0)
            #expect(try await call("edit", result, "Changed.").status == 0)
            #expect(try fixture.record.texts(by: "ann").map(\.text) == ["Changed."])
            #expect(try fixture.record.people["ann"]?.votes.count == 3)

            // A dead token: what is written waits for that person.
            fixture.server.endSessions()
            let late = try await call("vote", ids[1], "up")
            #expect(try late.status == 77 && late.entries("queued").count == 1, "\(late.output)")
            // It is that which keeps it, whatever pause there is between two tries.
            #expect(try late.errorCode == "sessionExpired", "\(late.output)")
            let sync = try await call("sync")
            #expect(try sync.status == 77 && sync.errorCode == "sessionExpired", "\(sync.output)")
        }
    }
}
