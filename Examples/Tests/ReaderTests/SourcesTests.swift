import DemoServer
import Foundation
import Testing

/// The list of sources, from command to command, with every backend.
@Suite(.timeLimit(.minutes(5)))
struct SourcesTests {
    static let keys: Set<String> = [
        "name", "kind", "state", "restriction", "title", "isNSFW", "subscribers", "added", "lastOpened",
    ]

    @Test(arguments: BackendCase.allCases) func aNewListIsEmptyAndAsksNobody(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            // Reddit needs no client for it either.
            let list = try await fixture.call(backend, ["sources"], environment: [:])
            #expect(list.status == 0 && list.errors.isEmpty)
            #expect(try list.sources.isEmpty && Set(list.json.keys) == ["sources"])
            let text = try await fixture.call(backend, "sources", format: "text")
            #expect(text.status == 0 && text.output.contains("reader sources add"))
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test(arguments: BackendCase.allCases)
    func addedSourcesAreCheckedAndSpelledAsTheServerDoes(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let added = try await fixture.call(backend, "sources", "add", " /r/SWIFT ")
            #expect(added.status == 0 && added.errors.isEmpty, "\(added.errors)")
            let swift = try #require(try added.sources.first)
            #expect(Set(swift.keys) == Self.keys)
            #expect(swift["name"] as? String == "swift" && swift["kind"] as? String == "subreddit")
            #expect(swift["state"] as? String == "verified" && swift["restriction"] is NSNull)
            #expect(swift["title"] as? String == "Swift, the language")
            #expect(swift["added"] is Double && swift["lastOpened"] is NSNull)
            // What Atom does not say is null, and no guess.
            #expect(swift["subscribers"] as? Int == (backend.isFull ? 118_204 : nil))
            #expect(swift["isNSFW"] as? Bool == (backend.isFull ? false : nil))
            let asked = fixture.requests(backend)
            #expect(asked.count == 1 && asked.allSatisfy { ($0.credential != nil) == (backend == .reddit) })

            let user = try await fixture.call(backend, "sources", "add", "u/oksanareads")
            #expect(user.status == 0 && user.errors.isEmpty, "\(user.errors)")
            #expect(try user.names == ["swift", "OksanaReads"])
            #expect(try user.sources[1]["kind"] as? String == "user")
            #expect(try user.sources[1]["state"] as? String == "verified")
            #expect(try await fixture.call(backend, "sources").output == user.output)
        }
    }

    @Test(arguments: BackendCase.allCases) func sourcesThatTheServerDoesNotHaveAreRefused(_ backend: BackendCase)
        async throws
    {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(backend, "sources", "add", "pics")
            for name in ["r/nosuchplace", "u/nosuchperson"] {
                let refused = try await fixture.call(backend, "sources", "add", name)
                #expect(refused.status == 66 && refused.errors.contains(name), "\(refused.errors)")
                #expect(try refused.names == ["pics"])
            }
            let text = try await fixture.call(backend, "sources", "add", "nosuchplace", format: "text")
            #expect(text.status == 66 && text.output.isEmpty)
        }
    }

    @Test(arguments: BackendCase.allCases)
    func aDuplicateInAnyCaseIsRefusedAndNobodyIsAsked(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(backend, "sources", "add", "swift")
            let asked = fixture.server.requests.count
            for name in ["swift", "R/Swift", "/r/SWIFT/"] {
                let refused = try await fixture.call(backend, "sources", "add", name)
                #expect(refused.status == 64 && refused.output.isEmpty)
                #expect(refused.errors.contains("r/swift is in the list already"))
            }
            #expect(fixture.server.requests.count == asked)
            #expect(try await fixture.call(backend, "sources").names == ["swift"])
        }
    }

    @Test(arguments: BackendCase.allCases)
    func withoutTheNetworkItIsPendingAndCheckedLater(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            for (name, count) in [("SWIFT", 1), ("nosuchplace", 2)] {
                let added = try await fixture.call(backend, ["sources", "add", name, "--offline"], environment: [:])
                #expect(added.status == 0 && added.errors.contains("could not be checked"), "\(added.errors)")
                #expect(try added.sources.count == count)
                #expect(try added.sources.allSatisfy { $0["state"] as? String == "pending" })
            }
            #expect(fixture.server.requests.isEmpty)
            let again = try await fixture.call(backend, "sources", "add", "r/swift", "--offline")
            #expect(again.status == 64)
            let still = try await fixture.call(backend, "sources", "check", "--offline")
            #expect(still.status == 0 && !still.errors.isEmpty)
            #expect(try still.sources.allSatisfy { $0["state"] as? String == "pending" })

            let checked = try await fixture.call(backend, "sources", "check")
            #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
            #expect(try checked.names == ["swift", "nosuchplace"])
            #expect(try checked.sources.map { $0["state"] as? String } == ["verified", "unknown"])
            let count = fixture.server.requests.count
            _ = try await fixture.call(backend, "sources", "check")
            #expect(fixture.server.requests.count == count)
        }
    }

    static let failures: [(String, DemoFault)] = [
        ("500", .status(500)), ("closed", .blockPage), ("lost", .reset(.beforeResponse)), ("garbage", .garbage),
        ("busy", .status(429, headers: ["Retry-After": "77"])), ("portal", .captivePortal),
    ]

    @Test(arguments: BackendCase.allCases, failures.map(\.0))
    func whenTheNetworkFailsItIsAddedAsPendingAndTheReasonIsSaid(_ backend: BackendCase, _ name: String) async throws {
        let fault = try #require(Self.failures.first { $0.0 == name }?.1)
        try await ReaderFixture.runCalls { fixture in
            fixture.server.setFault(fault, dialect: backend.dialect)
            let added = try await fixture.call(backend, "sources", "add", "swift", "--timeout", "30")
            #expect(added.status == 0 && added.errors.contains("r/swift was added"), "\(added.errors)")
            #expect(try added.sources.map { $0["state"] as? String } == ["pending"])
        }
    }

    @Test(arguments: BackendCase.allCases)
    func aPrivateSourceIsAddedAndReportedWhereTheServerSaysSo(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            let added = try await fixture.call(backend, "sources", "add", "r/private")
            if backend == .lemmy {
                // A Lemmy server knows nothing of what it does not show.
                #expect(added.status == 66)
                return
            }
            #expect(added.status == 0 && added.errors.contains("private"))
            #expect(try added.sources.first?["state"] as? String == "restricted")
            #expect(try added.sources.first?["restriction"] as? String == "private")
        }
    }

    @Test(arguments: BackendCase.allCases) func removesAndMoves(_ backend: BackendCase) async throws {
        try await ReaderFixture.runCalls { fixture in
            for name in ["swift", "pics", "u/OksanaReads", "memes"] {
                #expect(try await fixture.call(backend, "sources", "add", name, "--offline").status == 0)
            }
            func run(_ arguments: String...) async throws -> ReaderProcess {
                try await fixture.call(backend, ["sources"] + arguments, environment: [:])
            }
            #expect(try await run("move", "MEMES", "1").names == ["memes", "swift", "pics", "OksanaReads"])
            #expect(try await run("move", "r/memes", "4").names == ["swift", "pics", "OksanaReads", "memes"])
            #expect(try await run("move", "u/oksanareads", "2").names == ["swift", "OksanaReads", "pics", "memes"])
            for position in ["0", "5", "-1", "two", "1.5", "99999999999999999999"] {
                let refused = try await run("move", "swift", position)
                #expect(refused.status == 64 && refused.output.isEmpty, "\(position): \(refused.output)")
            }
            #expect(try await run("move", "swift", "5").errors.contains("1 to 4"))
            #expect(try await run("move", "swift", "-1").errors.contains("POSITION is a number from 1 on"))
            #expect(try await run("remove", "R/Pics").names == ["swift", "OksanaReads", "memes"])
            for arguments in [
                ["remove", "pics"], ["move", "pics", "1"], ["move", "pics", "99"], ["remove", "u/swift"],
            ] {
                let unknown = try await fixture.call(backend, ["sources"] + arguments, environment: [:])
                #expect(unknown.status == 66 && unknown.errors.contains("not in the list"), "\(arguments)")
                #expect(try unknown.names == ["swift", "OksanaReads", "memes"])
            }
            #expect(try await run().names == ["swift", "OksanaReads", "memes"])
            #expect(fixture.server.requests.isEmpty)
        }
    }

    @Test(arguments: [
        ["sources", "add"], ["sources", "add", ""], ["sources", "add", "  "], ["sources", "add", "a b"],
        ["sources", "add", "r/a"], ["sources", "add", "r/swift+pics"], ["sources", "add", "r/.."],
        ["sources", "add", "https://example.org/r/swift"], ["sources", "add", "swift", "pics"], ["sources", "remove"],
        ["sources", "remove", "a b"], ["sources", "move", "swift"], ["sources", "move", "a b", "1"],
        ["sources", "move", "swift", "0"], ["sources", "swap", "a", "b"],
    ]) func aBadCommandLineIsRefusedAndNothingIsWritten(_ arguments: [String]) async throws {
        try await ReaderFixture.runCalls { fixture in
            let refused = try await fixture.call(.redditJSON, arguments)
            #expect(refused.status == 64 && refused.output.isEmpty)
            #expect(refused.errors.contains("Error:") || refused.errors.contains("Usage:"))
            #expect(fixture.server.requests.isEmpty && !fixture.isStoreThere)
        }
    }

    @Test func theAddressOfAPageIsAName() async throws {
        try await ReaderFixture.runCalls { fixture in
            let base = try #require(fixture.server.baseURL).absoluteString
            let own = try await fixture.call(.demo, "sources", "add", "\(base)/r/swift/hot")
            #expect(try own.status == 0 && own.names == ["swift"])
            let reddit = try await fixture.call(.redditJSON, "sources", "add", "https://old.reddit.com/r/pics/?x=y")
            // Another site has a list of its own.
            #expect(try reddit.status == 0 && reddit.names == ["pics"])
            let away = try await fixture.call(.lemmy, "sources", "add", "!balconygarden@garden.example")
            #expect(try away.status == 0 && away.names == ["balconygarden@garden.example"])
            let same = try await fixture.call(.lemmy, "sources", "add", "https://garden.example/c/BalconyGarden")
            #expect(same.status == 64 && same.errors.contains("already"))
            let other = try await fixture.call(.lemmy, "sources", "add", "swift@lantern.example")
            #expect(try other.names.last == "swift", "as the server calls its own")
        }
    }

    @Test func theTextShowsPlacesAndMarks() async throws {
        try await ReaderFixture.runCalls { fixture in
            _ = try await fixture.call(.demo, "sources", "add", "swift")
            _ = try await fixture.call(.demo, "sources", "add", "private")
            let text = try await fixture.call(.demo, ["sources", "add", "u/someone", "--offline"], format: "text")
            #expect(
                text.output == """
                      1  r/swift    Swift, the language
                      2  r/private  [Private]
                      3  u/someone  [Waits to be checked]

                    """)
            #expect(text.errors.contains("u/someone was added"))
        }
    }

    @Test func redditWithoutAClientIsRefusedWhereItIsAsked() async throws {
        try await ReaderFixture.runCalls { fixture in
            for arguments in [["sources", "add", "swift"], ["sources", "check"]] {
                let refused = try await fixture.call(.reddit, arguments, environment: [:])
                #expect(refused.status == 64 && refused.errors.contains("LANTERN_REDDIT_CLIENT_ID"))
            }
            #expect(!fixture.isStoreThere)
        }
    }

    @Test func itWorksAsAProcessAndOutlivesIt() async throws {
        try await ReaderFixture.run { fixture in
            let added = try await fixture.reader("sources", "add", "swift")
            #expect(try added.status == 0 && added.names == ["swift"])
            #expect(try await fixture.reader("sources", "add", "memes").status == 0)
            let moved = try await fixture.reader("sources", "move", "memes", "1")
            #expect(try moved.names == ["memes", "swift"])
            #expect(try await fixture.reader("sources").output == moved.output)
        }
    }
}

extension ReaderProcess {
    fileprivate var sources: [[String: Any]] {
        get throws { try #require(try json["sources"] as? [[String: Any]]) }
    }

    fileprivate var names: [String] {
        get throws { try sources.compactMap { $0["name"] as? String } }
    }
}
