import Cloud
import Community
import Core
import Foundation
import Mocks
import Synchronization
import Testing

/// New posts, changes of them and the profile's picture, as the outbox sends and looks for them.
@Suite(.timeLimit(.minutes(5)))
struct PublishingTests {
    private let world: CommunityWorld
    private let publishing: CommunityPublishing
    private let answered = Answered()
    private let ann = AccountKey(site: .community, name: "id-ann")
    private let id = OutboxItem.ID(rawValue: "entry-aaaaaaaaaaaaaaaaaaaaaaaaaa")

    final class Answered: Sendable {
        private let posts = Mutex<[String]>([])
        var all: [String] { posts.withLock { $0 } }
        func add(_ post: WirePost) { posts.withLock { $0.append(post.id) } }
    }

    init() throws {
        world = try CommunityWorld()
        publishing = CommunityPublishing(world.configuration) { [answered] post, _ in answered.add(post) }
    }

    private var server: CommunityServer { world.server }

    private func file(_ id: String, count: Int = 3) async throws -> UploadRequest.File {
        let files = InMemoryUploadProvider()
        let data = Data(repeating: 65, count: count)
        let file = try await files.keep(data, name: id, type: "image/jpeg")
        return UploadRequest.File(file, number: 0, data: data)
    }

    private func new(_ text: String = "Look!", uploaded: [String] = ["/a.jpeg", "/b.jpeg"]) -> IntentRequest<NewPost> {
        IntentRequest(
            NewPost(text: text, category: "CategoryZ_pet", aspect: "1.5"), id: id, as: ann, uploaded: uploaded,
            by: world.requests)
    }

    private func edit(_ edit: PostEdit, uploaded: [String] = []) -> IntentRequest<PostEdit> {
        IntentRequest(edit, id: id, as: ann, about: "p1", of: .post, uploaded: uploaded, by: world.requests)
    }

    private func body(_ path: String) -> String {
        let request = server.requests.last { $0.url.path() == path }
        return String(decoding: request?.body ?? Data(), as: UTF8.self)
    }

    private func json(
        _ id: String = "p1", text: String = "Look!", files: [String] = ["/a.jpeg", "/b.jpeg"], aspect: String = "1.5",
        title: String = "", created: String = "2024-05-06T05:13:54.357Z"
    ) -> String {
        let paths = files.map { "\"\($0)\"" }.joined(separator: ",")
        return
            #"{"post_id":"\#(id)","product_id":"CategoryZ_pet","title":"\#(title)","content":"\#(text)","content2":"","#
            + #""content3":"\#(aspect)","createdAt":"\#(created)","creator":{"user_id":"id-ann","nick":"ann"},"#
            + #""files":[\#(paths)],"likes":[],"hashTags":[],"comments":[]}"#
    }

    private func page(_ posts: [String], next: String = "0") -> String {
        #"{"data":[\#(posts.joined(separator: ","))],"next_cursor":"\#(next)"}"#
    }

    // MARK: Uploads

    @Test func allPicturesGoInOneCallInTheirOrder() async throws {
        try await world.signIn()
        server.answer("/v1/posts/files", body: #"{"files":["/x/1.jpeg","/x/2.jpeg"]}"#)
        let file = try await file("a").file
        let files = [
            UploadRequest.File(file, number: 0, data: Data("first".utf8)),
            UploadRequest.File(file, number: 1, data: Data("second".utf8)),
        ]
        let request = UploadRequest(files, id: id, as: ann, by: world.requests)
        #expect(try await publishing.pictures.send(request) == ["/x/1.jpeg", "/x/2.jpeg"])
        #expect(publishing.pictures.maximumCount == 5)
        let sent = body("/v1/posts/files")
        let first = try #require(sent.range(of: "filename=\"CategoryZ_0.jpeg\""))
        let second = try #require(sent.range(of: "filename=\"CategoryZ_1.jpeg\""))
        #expect(first.lowerBound < second.lowerBound && sent.contains("first") && sent.contains("second"))
        #expect(sent.ranges(of: "name=\"files\"").count == 2 && sent.ranges(of: "Content-Type: image/jpeg").count == 2)
        // Another number of paths says nothing of which is whose.
        server.answer("/v1/posts/files", body: #"{"files":["/x/1.jpeg"]}"#)
        await #expect(throws: DataError.self) { try await publishing.pictures.send(request) }
    }

    @Test func aRefusedUploadSaysWhyInTheServersSense() async throws {
        try await world.signIn()
        let request = UploadRequest([try await file("a")], id: id, as: ann, by: world.requests)
        for (status, expected) in [
            (400, "refused"), (403, "refused"), (420, "later"), (444, "later"), (500, "unknown"),
        ] {
            server.answer("/v1/posts/files", with: status)
            do {
                _ = try await publishing.pictures.send(request)
                Issue.record("\(status) was no error")
            } catch {
                #expect(name(of: IntentAnswer(error)) == expected, "\(status)")
                let refusal = CommunityRefusal(.uploadPictures, NetworkError(.badRequest, status: status))
                #expect((error as? DataError)?.message == refusal?.description)
            }
        }
    }

    // MARK: New posts

    @Test func aPostIsSentWithItsPathsAndTheRatioOfItsFirstPicture() async throws {
        try await world.signIn()
        server.answer("/v1/posts", body: json())
        #expect(try await publishing.newPosts.send(new()) == .done(result: "p1"))
        #expect(answered.all == ["p1"])
        let sent = body("/v1/posts")
        for part in [
            #""content":"Look!""#, #""content2":"""#, #""content3":"1.5""#, #""product_id":"CategoryZ_pet""#,
            #""title":"""#,
        ] {
            #expect(sent.contains(part), "\(part) in \(sent)")
        }
        #expect(sent.replacing("\\/", with: "/").contains(#""files":["/a.jpeg","/b.jpeg"]"#))
        #expect(server.requests.last?.isSentOnce == true)
    }

    @Test func aPostThatIsAnsweredWithoutItsIDIsLookedFor() async throws {
        try await world.signIn()
        server.answer("/v1/posts", body: "{}")
        #expect(try await publishing.newPosts.send(new()) == .doneWithoutResult)
    }

    @Test(arguments: [
        (401, "sessionOver"), (403, "refused"), (410, "refused"), (418, "sessionOver"), (420, "later"), (429, "later"),
        (444, "later"), (500, "unknown"), (502, "unknown"),
    ])
    func theStatusOfAPostDecidesWhatBecomesOfIt(status: Int, expected: String) async throws {
        try await world.signIn()
        server.answer("/v1/posts", with: status)
        let answer = try await publishing.newPosts.send(new())
        #expect(name(of: answer) == expected)
        if case .unknown(_, let isAnswered) = answer { #expect(isAnswered == (status == 500)) }
        #expect(answered.all.isEmpty)
    }

    @Test func aPostIsLookedForByItsPathsAmongTheOwnOnesOfItsCategory() async throws {
        try await world.signIn()
        let path = "/v1/posts/users/id-ann"
        let look = try #require(publishing.newPosts.look)
        server.answer(path, body: page([json("p9", text: "Look!", files: ["/c.jpeg"]), json("p8")]))
        #expect(try await look(new()) == .found(["p8"]))
        let query = server.requests.last?.url.query() ?? ""
        #expect(query.contains("product_id=CategoryZ_pet") && server.requests.last?.isSentOnce == true)
        #expect(answered.all == ["p8"])
        // The same words with other pictures are another post.
        server.answer(path, body: page([json("p9", files: ["/b.jpeg", "/a.jpeg"])]))
        #expect(try await look(new()) == .absent)
        // One that cannot be read may be it.
        server.answer(path, body: page([#"{"post_id":"p7"}"#]))
        guard case .unclear = try await look(new()) else { return #expect(Bool(false), "it cannot tell") }
        // Without pictures, nothing tells posts apart.
        guard case .unclear = try await look(new(uploaded: [])) else { return #expect(Bool(false), "it cannot tell") }
    }

    @Test func aLookEndsAndGoesBackFarEnough() async throws {
        try await world.signIn()
        let look = try #require(publishing.newPosts.look)
        let path = "/v1/posts/users/id-ann"
        // Each page names a next one, and the newest come first.
        server.answer(path, body: page([json("p9", files: ["/c.jpeg"])], next: "more"))
        #expect(try await look(new()) == .absent)
        #expect(server.count(of: path) == 5)
        // In no order that is known, it says that it cannot tell.
        let mixed = [
            json("p9", files: ["/c.jpeg"]), json("p8", files: ["/d.jpeg"], created: "2025-05-06T05:13:54.357Z"),
        ]
        server.answer(path, body: page(mixed, next: "more"))
        guard case .unclear = try await look(new()) else { return #expect(Bool(false), "it cannot tell") }
        #expect(server.count(of: path) == 5 + 25)
    }

    // MARK: Changes

    @Test func aChangeKeepsWhatItDoesNotName() async throws {
        try await world.signIn()
        server.answer("/v1/posts/p1", body: json(text: "Old", aspect: "0.75", title: "kept"))
        #expect(try await publishing.edits.send(edit(PostEdit(text: "New"))) == .done())
        #expect(server.seen.suffix(2).map(\.method) == ["GET", "PUT"])
        let sent = body("/v1/posts/p1").replacing("\\/", with: "/")
        for part in [
            #""content":"New""#, #""content3":"0.75""#, #""title":"kept""#, #""files":["/a.jpeg","/b.jpeg"]"#,
            #""product_id":"CategoryZ_pet""#,
        ] {
            #expect(sent.contains(part), "\(part) in \(sent)")
        }
        #expect(answered.all == ["p1"])
    }

    @Test func aChangeOfPicturesKeepsThePathsOfTheOthers() async throws {
        try await world.signIn()
        server.answer("/v1/posts/p1", body: json(aspect: "0.75"))
        let change = PostEdit(category: "CategoryZ_song", pictures: [.new, .kept("/b.jpeg"), .new], aspect: "2")
        #expect(try await publishing.edits.send(edit(change, uploaded: ["/n.jpeg", "/m.jpeg"])) == .done())
        let sent = body("/v1/posts/p1").replacing("\\/", with: "/")
        #expect(sent.contains(#""files":["/n.jpeg","/b.jpeg","/m.jpeg"]"#) && sent.contains(#""content3":"2""#))
        #expect(sent.contains(#""product_id":"CategoryZ_song""#))
        // The first one stayed: its ratio is the server's.
        let last = PostEdit(pictures: [.kept("/a.jpeg")])
        #expect(try await publishing.edits.send(edit(last)) == .done())
        #expect(body("/v1/posts/p1").contains(#""content3":"0.75""#))
    }

    @Test(arguments: [(403, "refused"), (410, "refused"), (445, "refused"), (500, "unknown"), (401, "sessionOver")])
    func theStatusOfAChangeDecidesWhatBecomesOfIt(status: Int, expected: String) async throws {
        try await world.signIn()
        // What is read first has another status than what is sent.
        let answer = IntentAnswer(NetworkError(.badRequest, status: status), of: .edit)
        if status != 401 { #expect(name(of: answer) == expected) }
        server.answer("/v1/posts/p1", with: status)
        let sent = try await publishing.edits.send(edit(PostEdit(text: "New")))
        // Where the post could not be read, nothing was sent.
        #expect(name(of: sent) == (status == 500 ? "later" : expected))
        #expect(server.seen.allSatisfy { $0.method != "PUT" })
    }

    @Test func aChangeIsFoundByWhatItMakes() async throws {
        try await world.signIn()
        let look = try #require(publishing.edits.look)
        server.answer("/v1/posts/p1", body: json(text: "New"))
        let base = try WirePost(
            try NetworkResponse(status: 200, url: url("https://community.example"), body: Data(json(text: "Old").utf8))
                .json())
        #expect(try await look(edit(PostEdit(text: "New", base: .init(base)))) == .found([]))
        server.answer("/v1/posts/p1", body: json(text: "Old"))
        #expect(try await look(edit(PostEdit(text: "New", base: .init(base)))) == .absent)
        server.answer("/v1/posts/p1", body: json(text: "From elsewhere"))
        guard case .unclear = try await look(edit(PostEdit(text: "New", base: .init(base)))) else {
            return #expect(Bool(false), "it would undo another change")
        }
        server.answer("/v1/posts/p1", with: 410)
        guard case .unclear = try await look(edit(PostEdit(text: "New"))) else {
            return #expect(Bool(false), "it is gone")
        }
    }

    // MARK: What may be queued

    @Test func whatTheServerWouldNotTakeIsNotQueued() async throws {
        let files = [try await file("a").file]
        func refuses(_ text: String, _ files: [UploadFile], _ category: String = "CategoryZ_pet") -> Bool {
            do {
                _ = try publishing.post(NewPost(text: text, category: category, aspect: "1"), with: files)
                return false
            } catch {
                return (error as? DataError)?.code == .invalidInput
            }
        }
        #expect(!refuses("Look!\n\n\nDown here", files))
        #expect(
            refuses("", files) && refuses(String(repeating: "a", count: 50), files) && refuses("a\nb\nc\nd\ne", files))
        #expect(refuses("Look!", files, "nothing") && refuses("Look!", []))
        #expect(refuses("Look!", files + files), "one picture twice")
        let large = try await file("b", count: PictureRule.maximumBytes + 1).file
        #expect(refuses("Look!", [large]))
        #expect(throws: DataError.self) { try publishing.edit("p1", PostEdit()) }
        #expect(throws: DataError.self) { try publishing.edit("p1", PostEdit(pictures: [.new])) }
        #expect(throws: DataError.self) { try publishing.edit("p1", PostEdit(pictures: [])) }
        guard case .own(let intent) = try publishing.edit("p1", PostEdit(pictures: [.kept("/a"), .new]), with: files)
        else { return #expect(Bool(false), "an own kind") }
        #expect(intent.files == files && intent.target?.native == "p1" && intent.kind == .editPost)
        // The id alone: so the changes of a post keep their order also where one has its item's id and another the server's.
        #expect(intent.lane == "p1")
    }

    private func name(of answer: IntentAnswer) -> String {
        switch answer {
        case .done: "done"
        case .doneWithoutResult: "doneWithoutResult"
        case .doneAs: "doneAs"
        case .refused: "refused"
        case .later: "later"
        case .unknown: "unknown"
        case .sessionOver: "sessionOver"
        }
    }
}
