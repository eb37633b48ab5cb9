import CommunityServer
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A folder for one test.
private struct Folder: ~Copyable {
    let url = FileManager.default.temporaryDirectory.appending(path: "community-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    var file: URL { url.appending(path: "kept.json") }

    deinit {
        // What is left behind is the system's to clear.
        try? FileManager.default.removeItem(at: url)
    }
}

@Suite("Keeping")
struct KeepTests {
    private func server(_ file: URL, _ clock: TestClock = TestClock()) throws -> CommunityServer {
        try CommunityServer(keepFile: file, now: { clock.now })
    }

    @Test("Everything that was told outlives a restart, pictures and tokens too")
    func restart() throws {
        let folder = try Folder()
        let first = try server(folder.file)
        let ann = try Member.of(.ann, first)
        let files = try #require(ann.upload(2).json["files"]?.strings)
        let post = try #require(ann.write("Kept #word", files: files).json["post_id"]?.string)
        let record = try first.record
        let clock = TestClock()
        clock.advance(by: 60)
        let second = try server(folder.file, clock)
        #expect(try second.record == record)
        let again = Member(server: second, id: ann.id, token: ann.token, refresh: ann.refresh)
        #expect(again.get("posts/\(post)").json["files"]?.strings == files)
        #expect(again.get(files[1]).body == FormPart.picture(1).data)
        let demo = try #require(again.get("posts?product_id=CategoryZ_song").json.data[0]["files"]?[0]?.string)
        #expect(again.get(demo).status == 200)
        let next = try #require(again.write("Next").json["post_id"]?.string)
        #expect(next > post)
        #expect(again.call("GET", "auth/refresh", headers: ["Refresh": ann.refresh ?? ""]).status == 200)
    }

    @Test("Two servers with one file are one community")
    func together() throws {
        let folder = try Folder()
        let (one, other) = (try server(folder.file), try server(folder.file))
        let ann = try Member.of(.ann, one)
        let same = Member(server: other, id: ann.id, token: ann.token)
        let ids = try [ann, same, same, ann].map { try #require($0.write("Number").json["post_id"]?.string) }
        #expect(Set(ids).count == 4 && ids == ids.sorted())
        #expect(try one.record == other.record)
        try one.endSessions()
        #expect(same.get("posts").status == 401)
    }

    @Test("A file that is damaged is named, and left as it is", arguments: ["flipped", "cut", "foreign"])
    func damaged(kind: String) throws {
        let folder = try Folder()
        let ann = try Member.of(.ann, try server(folder.file))
        var bytes = try Data(contentsOf: folder.file)
        switch kind {
        case "flipped": bytes[bytes.count / 2] ^= 1
        case "cut": bytes.removeLast(9)
        default: bytes = Data("lantern-demo 1 0 2\n{}".utf8)
        }
        try bytes.write(to: folder.file)
        let error = #expect(throws: CommunityServerError.self) { try server(folder.file) }
        guard case .damagedFile(folder.file.path(percentEncoded: false), _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Who is running already does not go on with it either.
        #expect(ann.get("posts").status == 500 && ann.write("Text").status == 500)
        #expect(try Data(contentsOf: folder.file) == bytes)
    }

    @Test("What cannot be kept is not done, and says so")
    func cannotKeep() throws {
        let folder = try Folder()
        let server = try server(folder.file)
        let ann = try Member.of(.ann, server)
        let record = try server.record
        // A folder where the new file would be written stands in for a disk that is full.
        let obstacle = URL(filePath: folder.file.path(percentEncoded: false) + ".new")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
        let heard = server.onMessage { _ in Issue.record("A message that was not kept was announced.") }
        let answer = ann.write("Text")
        #expect(answer.status == 500 && answer.json["message"]?.string?.contains("kept.json") == true)
        #expect(throws: CommunityServerError.self) {
            try server.say("Text", from: ann.id, to: CommunityServer.DemoPerson.ben.id)
        }
        #expect(try server.record == record)
        heard()
        try FileManager.default.removeItem(at: obstacle)
        #expect(ann.write("Text").status == 200)
        let nowhere = folder.url.appending(path: "nowhere/kept.json")
        let missing = #expect(throws: CommunityServerError.self) { try self.server(nowhere) }
        #expect(missing?.description.contains("nowhere/kept.json") == true)
    }

    @Test("Without demo content nobody is there")
    func empty() throws {
        let server = CommunityServer.test { $0.hasDemoContent = false }
        #expect(try server.found["people"]?.elements.isEmpty == true)
        let dora = try Member.new("dora", server)
        #expect(dora.get("posts").json == .object(["data": .array([]), "next_cursor": .string("0")]))
    }
}

/// The program as scripts run it.
@Suite("community-server", .timeLimit(.minutes(5)))
struct ProgramTests {
    @Test("It serves under its key until it is asked to end, and then exits with 0")
    func serves() async throws {
        let program = try RunningProgram(
            "community-server",
            ["--key", "another", "--fault", "status:503", "--fault-only", "checkEmail", "--fault-times", "1"])
        let line = await program.firstLine()
        #expect(line.hasPrefix("listening on http://127.0.0.1:"))
        let base = try #require(URL(string: line.replacing("listening on ", with: "")))
        var request = URLRequest(url: base.appending(path: "v1/validation/email"))
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"email":"dora@candleby.example"}"#.utf8)
        request.setValue("another", forHTTPHeaderField: "SesacKey")
        let session = URLSession(configuration: .ephemeral)
        var statuses: [Int?] = []
        for _ in 0..<2 { statuses.append((try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode) }
        request.setValue(CommunityServer.demoKey, forHTTPHeaderField: "SesacKey")
        statuses.append((try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode)
        #expect(statuses == [503, 200, 420])
        session.invalidateAndCancel()
        program.terminate()
        let end = await program.end()
        #expect(end.status == 0 && end.reason == .exit)
    }

    @Test("An interrupt ends it as well, also while a request hangs")
    func interrupted() async throws {
        let program = try RunningProgram("community-server", ["--fault", "hang", "--fault-times", "1"])
        let client = WebClient(base: try await program.base())
        let lost = Task { try await client.get("/v1/posts") }
        // An order meets no fault; once the table is empty, the request is there.
        while try await client.get("/community/faults").json != .array([]) {}
        program.interrupt()
        let end = await program.end()
        #expect(end.status == 0 && end.reason == .exit)
        await #expect(throws: URLError.self) { try await lost.value }
        client.end()
    }

    @Test("What was answered as done is there after a kill")
    func killed() async throws {
        let folder = try Folder()
        let path = folder.file.path(percentEncoded: false)
        let program = try RunningProgram("community-server", ["--keep", path])
        let client = WebClient(base: try await program.base())
        let joined = try await client.call(
            "POST", "/v1/users/join", #"{"email":"dora@candleby.example","password":"secret","nick":"dora"}"#)
        #expect(joined.status == 200)
        client.end()
        program.kill()
        _ = await program.end()
        let server = try CommunityServer(keepFile: folder.file)
        #expect(try Member.logIn("dora@candleby.example", "secret", server).id == joined.json["user_id"]?.string)
    }

    @Test(
        "What it cannot make sense of is a usage error",
        arguments: [
            ["--fault", "nap"], ["--fault-times", "2"], ["--fault", "hang", "--fault-path", "v1"], ["--key", ""],
            ["--fault", "hang", "--fault-only", "poems"], ["--access-seconds", "-1"], ["--port", "70000"],
            ["--fault", "hang", "--fault-times", "0"], ["--key", "two words"],
        ])
    func usage(arguments: [String]) async throws {
        let end = try await RunningProgram("community-server", arguments).end()
        #expect(end.status == 64 && end.reason == .exit)
    }

    @Test("A file that it cannot keep things in is an error")
    func keepFile() async throws {
        let end = try await RunningProgram("community-server", ["--keep", "/nowhere/at/all"]).end()
        #expect(end.status == 1 && end.reason == .exit)
    }
}
