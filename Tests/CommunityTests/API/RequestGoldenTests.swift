import Cloud
import Community
import Core
import Foundation
import Mocks
import Testing

/// The exact bytes of every request of the interface, as its documents write them.
struct RequestGoldenTests {
    struct Golden: Sendable, CustomTestStringConvertible {
        let line: String
        var body: String?
        var type: String?
        let make: @Sendable (CommunityRequests) throws -> NetworkRequest

        init(
            _ line: String, body: String? = nil, type: String? = nil,
            _ make: @escaping @Sendable (CommunityRequests) throws -> NetworkRequest
        ) {
            (self.line, self.body, self.make) = (line, body, make)
            self.type = type ?? body.map { _ in "application/json" }
        }

        var testDescription: String { line }
    }

    static let boundary = "lantern-00000000000000010000000000000001"
    static let goldens: [Golden] = [
        Golden("POST /v1/users/login", body: #"{"email":"ann@example.com","password":"pass word"}"#) {
            try $0.login(email: "ann@example.com", password: Secret("pass word"))
        },
        Golden("POST /v1/users/join", body: #"{"email":"a@b.example","nick":"앤","password":"secret"}"#) {
            try $0.join(NewMember(email: "a@b.example", password: Secret("secret"), nick: "앤"))
        },
        Golden(
            "POST /v1/users/join",
            body: #"{"email":"a@b.example","nick":"Ann","password":"secret","phoneNum":"01012345678"}"#
        ) {
            try $0.join(NewMember(email: "a@b.example", password: Secret("secret"), nick: "Ann", phone: "01012345678"))
        },
        Golden("POST /v1/validation/email", body: #"{"email":"a@b.example"}"#) { try $0.checkEmail("a@b.example") },
        Golden("GET /v1/auth/refresh") { try $0.refresh(accessToken: Secret("old"), refreshToken: Secret("long")) },
        Golden("GET /v1/users/withdraw") { try $0.withdraw() },
        Golden("GET /v1/users/me/profile") { try $0.profile(of: nil) },
        Golden("GET /v1/users/id-1/profile") { try $0.profile(of: "id-1") },
        Golden(
            "PUT /v1/users/me/profile",
            body: "--\(boundary)\r\nContent-Disposition: form-data; name=\"nick\"\r\n\r\n앤\r\n--\(boundary)--\r\n",
            type: "multipart/form-data; boundary=\(boundary)"
        ) { try $0.changeProfile(.nick("앤"), random: Ones()) },
        Golden(
            "PUT /v1/users/me/profile",
            body: "--\(boundary)\r\nContent-Disposition: form-data; name=\"phoneNum\"\r\n\r\n01012345678\r\n"
                + "--\(boundary)--\r\n",
            type: "multipart/form-data; boundary=\(boundary)"
        ) { try $0.changeProfile(.phone("01012345678"), random: Ones()) },
        Golden(
            "PUT /v1/users/me/profile",
            body: "--\(boundary)\r\nContent-Disposition: form-data; name=\"profile\"; "
                + "filename=\"CategoryZ_profile.jpeg\"\r\nContent-Type: image/jpeg\r\n\r\nJPEG\r\n--\(boundary)--\r\n",
            type: "multipart/form-data; boundary=\(boundary)"
        ) { try $0.changeProfile(.picture(Data("JPEG".utf8)), random: Ones()) },
        Golden("POST /v1/follow/id-1") { try $0.follow("id-1", true) },
        Golden("DELETE /v1/follow/id-1") { try $0.follow("id-1", false) },
        Golden(
            "POST /v1/posts/files",
            body: "--\(boundary)\r\nContent-Disposition: form-data; name=\"files\"; filename=\"CategoryZ_0.jpeg\"\r\n"
                + "Content-Type: image/jpeg\r\n\r\none\r\n--\(boundary)\r\nContent-Disposition: form-data; "
                + "name=\"files\"; filename=\"CategoryZ_1.jpeg\"\r\nContent-Type: image/jpeg\r\n\r\ntwo\r\n"
                + "--\(boundary)--\r\n",
            type: "multipart/form-data; boundary=\(boundary)"
        ) { try $0.upload([(0, Data("one".utf8)), (1, Data("two".utf8))], random: Ones()) },
        Golden(
            "POST /v1/posts",
            body: #"{"content":"Sun\n\"out\"","content2":"","content3":"0.75","files":["/data/a.jpg"],"#
                + #""product_id":"CategoryZ_pet","title":""}"#
        ) {
            try $0.publish(
                PostDraft(text: "Sun\n\"out\"", category: "CategoryZ_pet", aspect: "0.75", files: ["/data/a.jpg"]))
        },
        Golden(
            "POST /v1/posts",
            body: ##"{"content":"#후원","content2":"","content3":"","product_id":"CategoryZ_UserDonate","title":"앤후원"}"##
        ) { try $0.publish(PostDraft(text: "#후원", category: "CategoryZ_UserDonate", title: "앤후원")) },
        Golden(
            "PUT /v1/posts/p1",
            body:
                #"{"content":"Rain","content2":"","content3":"1","files":["a","b"],"product_id":"myLoveGym","title":""}"#
        ) {
            try $0.edit("p1", PostDraft(text: "Rain", category: "myLoveGym", aspect: "1", files: ["a", "b"]))
        },
        Golden("DELETE /v1/posts/p1") { try $0.delete("p1") },
        Golden("GET /v1/posts?limit=10") { try $0.posts(.all(category: nil), limit: 10) },
        Golden("GET /v1/posts?limit=10&next=abc&product_id=CategoryZ_pet") {
            try $0.posts(.all(category: "CategoryZ_pet"), next: "abc", limit: 10)
        },
        Golden("GET /v1/posts/p1") { try $0.post("p1") },
        Golden("GET /v1/posts/users/id-1?limit=20") { try $0.posts(.of(user: "id-1", category: nil), limit: 20) },
        Golden("GET /v1/posts/users/id-1?limit=1&product_id=CategoryZ_UserDonate") {
            try $0.posts(.of(user: "id-1", category: "CategoryZ_UserDonate"), limit: 1)
        },
        Golden("GET /v1/posts/hashTags?hashTag=%ED%95%B4&limit=30&product_id=CategoryZ_pet") {
            try $0.posts(.hashtag("#해", category: "CategoryZ_pet"), limit: 30)
        },
        Golden("POST /v1/posts/p1/like", body: #"{"like_status":true}"#) { try $0.like("p1", true) },
        Golden("GET /v1/posts/likes/me?limit=12&next=n1") { try $0.posts(.liked, next: "n1", limit: 12) },
        Golden("POST /v1/posts/p1/comments", body: #"{"content":"좋아요"}"#) { try $0.comment("좋아요", on: "p1") },
        Golden("PUT /v1/posts/p1/comments/c1", body: #"{"content":"a/b"}"#) {
            try $0.editComment("c1", to: "a/b", on: "p1")
        },
        Golden("DELETE /v1/posts/p1/comments/c1") { try $0.deleteComment("c1", on: "p1") },
        Golden(
            "POST /v1/payments/validation",
            body: #"{"imp_uid":"imp_1","post_id":"p1","price":3000,"productName":"앤후원"}"#
        ) { try $0.validatePayment(receipt: "imp_1", post: "p1", name: "앤후원", amount: 3000) },
        Golden("GET /v1/payments/me") { try $0.payments() },
        Golden("POST /v1/chats", body: #"{"opponent_id":"id-2"}"#) { try $0.openRoom(with: "id-2") },
        Golden("GET /v1/chats") { try $0.rooms() },
        Golden("GET /v1/chats/r1") { try $0.messages(in: "r1") },
        Golden("GET /v1/chats/r1?cursor_date=2024-05-06T05%3A13%3A54.357Z") {
            try $0.messages(in: "r1", since: Date(timeIntervalSince1970: 1_714_972_434.357))
        },
        Golden("POST /v1/chats/r1", body: #"{"content":"Hello"}"#) { try $0.send("Hello", to: "r1") },
        Golden("POST /v1/chats/r1", body: #"{"files":["/data/a.jpg"]}"#) {
            try $0.send(files: ["/data/a.jpg"], to: "r1")
        },
        Golden(
            "POST /v1/chats/r1/files",
            body: "--\(boundary)\r\nContent-Disposition: form-data; name=\"files\"; filename=\"CategoryZ_4.jpeg\"\r\n"
                + "Content-Type: image/jpeg\r\n\r\nx\r\n--\(boundary)--\r\n",
            type: "multipart/form-data; boundary=\(boundary)"
        ) { try $0.upload([(4, Data("x".utf8))], to: "r1", random: Ones()) },
    ]

    private struct Ones: RandomSource {
        func next() -> UInt64 { 1 }
    }

    private func requests(_ change: (inout CommunityConfiguration) -> Void = { _ in }) throws -> CommunityRequests {
        var configuration = try CommunityConfiguration(base: url("https://community.example"), key: Secret("key-1"))
        change(&configuration)
        return CommunityRequests(configuration)
    }

    @Test(arguments: goldens)
    func requestIsWrittenAsTheDocumentsHaveIt(_ golden: Golden) throws {
        let request = try golden.make(try requests())
        let query = request.url.query(percentEncoded: true).map { "?" + $0 } ?? ""
        #expect("\(request.method.rawValue) \(request.url.path(percentEncoded: true))\(query)" == golden.line)
        #expect(request.url.absoluteString.hasPrefix("https://community.example/v1/"))
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == golden.body)
        var headers = ["Accept": "application/json"]
        headers["Content-Type"] = golden.type
        if golden.line.contains("auth/refresh") {
            headers.merge(["SesacKey": "key-1", "Authorization": "old", "Refresh": "long"]) { $1 }
        }
        #expect(request.headers == headers)
        // What has an effect is never repeated by itself; leaving for good is a GET all the same.
        let isRead = request.method == .get && !golden.line.contains("withdraw")
        let isHarmless = isRead || golden.line.contains("login") || golden.line.contains("validation/email")
        #expect(request.isSentOnce == !isHarmless)
    }

    @Test(arguments: [
        (CommunityConfiguration.FirstPage.omitted, "limit=10"), (.empty, "limit=10&next="),
        (.valueless, "next&limit=10"),
    ])
    func aFirstPageIsAskedForAsConfigured(form: CommunityConfiguration.FirstPage, query: String) throws {
        let requests = try requests { $0.firstPage = form }
        #expect(try requests.posts(.all(category: nil), limit: 10).url.query(percentEncoded: true) == query)
        let later = try requests.posts(.all(category: nil), next: "n2", limit: 10)
        #expect(later.url.query(percentEncoded: true) == "limit=10&next=n2")
    }

    @Test func aHashtagIsAskedForWithItsSignWhereTheServerWantsIt() throws {
        let requests = try requests { $0.asksForHashtagWithSign = true }
        for text in ["sun", "#sun"] {
            let query = try requests.posts(.hashtag(text, category: nil), limit: 30).url.query(percentEncoded: true)
            #expect(query == "hashTag=%23sun&limit=30")
        }
    }

    @Test(arguments: ["", ".", "..", "..."])
    func anIdThatWouldLeadElsewhereIsRefused(id: String) throws {
        let requests = try requests()
        #expect(throws: DataError.self) { try requests.post(id) }
        #expect(throws: DataError.self) { try requests.follow(id, true) }
        #expect(throws: DataError.self) { try requests.deleteComment(id, on: "p1") }
    }

    @Test func anIdIsOnePartOfThePath() throws {
        let request = try requests().delete("../users/withdraw?x=1#")
        #expect(request.url.absoluteString.hasSuffix("/v1/posts/..%2Fusers%2Fwithdraw%3Fx%3D1%23"))
    }

    @Test(arguments: [0, 6])
    func aNumberOfPicturesThatTheServerDoesNotTakeIsRefused(count: Int) throws {
        let requests = try requests()
        #expect(throws: DataError.self) {
            try requests.upload((0..<count).map { ($0, Data("x".utf8)) }, random: Ones())
        }
    }

    @Test func theRootMayHaveAPathOfItsOwn() throws {
        let configuration = try CommunityConfiguration(base: url("http://127.0.0.1:8080/app/"), key: Secret("k"))
        #expect(try CommunityRequests(configuration).rooms().url.absoluteString == "http://127.0.0.1:8080/app/v1/chats")
        #expect(configuration.link(to: "data/a.jpg") == ResourceLink("/data/a.jpg", on: .community))
        #expect(configuration.link(to: "/data/a.jpg") == ResourceLink("/data/a.jpg", on: .community))
        #expect(configuration.link(to: "") == nil)
    }

    @Test(arguments: ["", "two words", "naïve", "line\nend"])
    func aKeyThatIsNoHeaderIsRefused(key: String) {
        #expect(throws: DataError.self) {
            try CommunityConfiguration(base: url("https://community.example"), key: Secret(key))
        }
    }
}
