import DemoServer
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A folder for one test.
private struct Folder: ~Copyable {
    let url = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID().uuidString)")

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
    @Test("Everything that was told outlives a restart, sessions too, and numbers go on")
    func restart() throws {
        let folder = try Folder()
        let first = try DemoServer.keeping(folder.file)
        let (ann, ben) = (try Visitor.reddit(first, "ann"), try Visitor.lemmy(first, "ben"))
        let post = try first.openPost()
        let comment = try #require(ann.call("comment", ["thing_id": post, "text": "Kept"]).thing?["name"]?.string)
        let made = ann.call("submit", ["sr": "swift", "kind": "self", "title": "Kept", "text": "x"])
        let posted = try #require(made.json["json"]?["data"]?["name"]?.string)
        _ = ann.call("vote", ["id": post, "dir": "-1"])
        _ = ann.call("subscribe", ["action": "sub", "sr_name": "memes"])
        _ = ben.send(
            "POST", "comment", #"{"content": "@ann", "post_id": \#(number(post)), "parent_id": \#(number(comment))}"#)
        let record = try first.record

        let second = try DemoServer.keeping(folder.file)
        #expect(try second.record == record)
        let again = Visitor(server: second, headers: ann.headers)
        #expect(again.get("/api/v1/me").json["name"]?.string == "ann")
        #expect(again.info(post)?["likes"] == .bool(false) && again.info(comment)?["body"]?.string == "Kept")
        #expect(again.get("/message/unread").json.children.count == 1)
        #expect(Visitor(server: second, headers: ben.headers).read("site")["my_user"] != nil)
        let next = try #require(again.call("comment", ["thing_id": post, "text": "Next"]).thing?["name"]?.string)
        #expect(number(next) == number(comment) + 2)
        #expect(second.posts(in: "swift").first?["name"]?.string == posted)
        second.revokeRefreshTokens(of: "ann")
        let third = try DemoServer.keeping(folder.file)
        let form: KeyValuePairs = ["grant_type": "refresh_token", "refresh_token": "lantern-demo-refresh-token-ann"]
        let client = Visitor(server: third, headers: ["Authorization": "Basic bGFudGVybi1kZW1vOg=="])
        #expect(client.post("/api/v1/access_token", form).text == #"{"error":"invalid_grant"}"#)
        _ = try Visitor.reddit(third)
    }

    @Test("Two servers with one file are one site")
    func together() throws {
        let folder = try Folder()
        let (one, other) = (try DemoServer.keeping(folder.file), try DemoServer.keeping(folder.file))
        let ann = try Visitor.reddit(one, "ann")
        let same = Visitor(server: other, headers: ann.headers)
        let post = try one.openPost()
        var names: [String] = []
        for (number, visitor) in [ann, same, same, ann, same].enumerated() {
            let answer = visitor.call("comment", ["thing_id": post, "text": "Number \(number)"])
            names.append(try #require(answer.thing?["name"]?.string))
        }
        #expect(Set(names).count == 5)
        let texts = (0..<5).map { "Number \($0)" }
        #expect(try one.record.texts.map(\.text) == texts && other.record.texts.map(\.text) == texts)
        one.expireTokens()
        #expect(same.get("/api/v1/me").status == 401)
    }

    @Test("Who writes to both at the same time loses nothing", .timeLimit(.minutes(5)))
    func atTheSameTime() async throws {
        let folder = try Folder()
        let (one, other) = (try DemoServer.keeping(folder.file), try DemoServer.keeping(folder.file))
        let ann = try Visitor.reddit(one, "ann")
        let post = try one.openPost()
        let writers = [ann, Visitor(server: other, headers: ann.headers)]
        let names = await withTaskGroup(of: [String?].self) { group in
            for (number, writer) in writers.enumerated() {
                group.addTask {
                    (0..<12).map { round in
                        writer.call("comment", ["thing_id": post, "text": "\(number) \(round)"]).thing?["name"]?.string
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(names.compactMap(\.self)).count == 24)
        let texts = try one.record.texts.map(\.text)
        #expect(Set(texts).count == 24 && texts.count == 24)
        #expect(try other.record.texts.map(\.text) == texts)
    }

    @Test("A file that is damaged is named, and left as it is", arguments: ["flipped", "cut", "empty", "foreign"])
    func damaged(kind: String) throws {
        let folder = try Folder()
        let server = try DemoServer.keeping(folder.file)
        _ = try Visitor.reddit(server, "ann").call("comment", ["thing_id": try server.openPost(), "text": "Kept"])
        var bytes = try Data(contentsOf: folder.file)
        switch kind {
        case "flipped": bytes[bytes.count / 2] ^= 1
        case "cut": bytes.removeLast(9)
        case "empty": bytes = Data()
        default: bytes = Data("{\"notes\": []}\n".utf8)
        }
        try bytes.write(to: folder.file)
        let error = #expect(throws: DemoServerError.self) { try DemoServer.keeping(folder.file) }
        guard case .damagedFile(folder.file.path(percentEncoded: false), _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try Data(contentsOf: folder.file) == bytes)
        // Who is running already does not go on with it either.
        let ann = Visitor(server: server, headers: [:])
        #expect(ann.get("/hot.json").status == 500 && ann.get("/hot.json").text.contains("kept.json"))
        #expect(try Data(contentsOf: folder.file) == bytes)
    }

    @Test("A file of another site is refused, and a folder that is not there")
    func refused() throws {
        let folder = try Folder()
        _ = try DemoServer.keeping(folder.file)
        let other = #expect(throws: DemoServerError.self) { try DemoServer.keeping(folder.file, seed: 2) }
        #expect(other?.description.contains("seed") == true)
        let nowhere = folder.url.appending(path: "nowhere/kept.json")
        let missing = #expect(throws: DemoServerError.self) { try DemoServer.keeping(nowhere) }
        #expect(missing?.description.contains("nowhere/kept.json") == true)
    }

    @Test("What cannot be kept is not done, and says so")
    func cannotKeep() throws {
        let folder = try Folder()
        let server = try DemoServer.keeping(folder.file)
        let ann = try Visitor.reddit(server, "ann")
        let form: KeyValuePairs = ["thing_id": try server.openPost(), "text": "Text"]
        // A folder where the new file would be written stands in for a disk that is full.
        let obstacle = URL(filePath: folder.file.path(percentEncoded: false) + ".new")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
        let answer = ann.call("comment", form)
        #expect(answer.status == 500 && answer.text.contains("kept.json"))
        #expect(try server.record.texts.isEmpty)
        try FileManager.default.removeItem(at: obstacle)
        #expect(ann.call("comment", form).code == nil)
        #expect(try DemoServer.keeping(folder.file).record.texts.count == 1)
    }

    @Test("A kill between the act and the answer leaves the act, once and whole", .timeLimit(.minutes(5)))
    func killed() async throws {
        let folder = try Folder()
        let path = folder.file.path(percentEncoded: false)
        let program = try RunningProgram(
            "demo-server",
            ["--keep", path, "--fault", "act:hang", "--fault-only", "reply", "--fault-times", "1"])
        let client = TestClient(base: try await program.base())
        let headers = ["Authorization": "bearer \(try await client.token())"]
        let post = try #require(
            try await client.posts("/r/swift/new.json?limit=30").first { post in
                post["locked"] == .bool(false) && post["removed_by_category"] == .null
            }?["name"]?.string)
        let form: KeyValuePairs = ["thing_id": post, "text": "Once", "api_type": "json"]
        let lost = Task { try await client.form("/api/comment", form, headers) }
        while try await client.get("/demo/state").json()["texts"]?.elements.isEmpty != false {}
        program.kill()
        _ = await program.end()
        await #expect(throws: (any Error).self) { try await lost.value }
        client.end()

        let next = try RunningProgram("demo-server", ["--keep", path])
        let other = TestClient(base: try await next.base())
        let texts = try await other.get("/demo/state?author=oksanareads").json()["texts"]?.elements
        #expect(texts?.map { $0["text"]?.string } == ["Once"])
        let me = try await other.get("/api/v1/me", headers: headers)
        #expect(me.status == 200)
        other.end()
        next.terminate()
        _ = await next.end()
    }

    @Test("Whatever was answered as done is there after a kill", .timeLimit(.minutes(5)), arguments: [1, 4, 9])
    func acknowledged(count: Int) async throws {
        let folder = try Folder()
        let path = folder.file.path(percentEncoded: false)
        let program = try RunningProgram("demo-server", ["--keep", path])
        let client = TestClient(base: try await program.base())
        let headers = ["Authorization": "bearer \(try await client.token())"]
        let post = try #require(try await client.posts("/r/swift/new.json?limit=1").first?["name"]?.string)
        // One goes on while the program is killed.
        let writer = Task {
            var answered: [String] = []
            do {
                for number in 0..<1_000 {
                    if number == count { program.kill() }
                    let form: KeyValuePairs = ["id": post, "dir": "\(number % 3 - 1)", "text": "Number \(number)"]
                    guard try await client.form("/api/vote", form, headers).status == 200 else { break }
                    answered.append("\(number % 3 - 1)")
                }
            } catch is URLError {
                // The server is dead.
            }
            return answered
        }
        let answered = try await writer.value
        _ = await program.end()
        client.end()
        #expect(answered.count >= count)
        let server = try DemoServer(keepFile: folder.file)
        let vote = try #require(try server.record.people["oksanareads"]?.votes[post])
        // The last that was answered, or the one after it.
        let last = try #require(answered.last.flatMap { Int($0) })
        #expect([last, answered.count % 3 - 1].contains(vote))
    }
}
