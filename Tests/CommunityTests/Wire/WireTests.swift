import Cloud
import Core
import Foundation
import Testing

@testable import Community

struct WireTests {
    private static let created = Date(timeIntervalSince1970: 1_714_972_434.357)

    private func json(_ text: String) throws -> JSONValue {
        try NetworkResponse(status: 200, url: url("https://community.example/"), body: Data(text.utf8)).json()
    }

    private let ann = #"{"user_id":"id-ann","nick":"앤","profileImage":"data/ann.jpg"}"#
    private let ben = #"{"user_id":"id-ben","nick":"Ben"}"#

    private func post(_ more: String = "") -> String {
        #"{"post_id":"p1","createdAt":"2024-05-06T05:13:54.357Z","creator":\#(ann)\#(more)}"#
    }

    @Test func aWholePost() throws {
        let comments = ["c1", "c3", "c2"].map {
            #"{"comment_id":"\#($0)","content":"\#($0)","createdAt":"2024-05-06T05:13:5\#($0.last ?? "0").000Z","creator":\#(ben)}"#
        }
        let text = post(
            ##","product_id":"CategoryZ_pet","title":"","content":"#sun out","content2":"","content3":"0.75","##
                + ##""files":["data/1.jpg","data/2.jpg"],"likes":["id-ben","id-ann"],"hashTags":["#sun","해"],"##
                + #""comments":[\#(comments.joined(separator: ","))],"later":{"unknown":[1]}"#)
        let post = try WirePost(try json(text))
        #expect(post.id == "p1" && post.category == "CategoryZ_pet" && post.title == "" && post.text == "#sun out")
        #expect(post.aspect == 0.75 && post.created == Self.created)
        #expect(post.author == Person(id: "id-ann", nick: "앤", picture: "data/ann.jpg"))
        #expect(post.files == ["data/1.jpg", "data/2.jpg"] && post.likes == ["id-ben", "id-ann"])
        #expect(post.hashtags == ["sun", "해"])
        #expect(post.comments.map(\.id) == ["c3", "c2", "c1"], "the newest first, whatever the server sends")
        #expect(post.comments.first?.author == Person(id: "id-ben", nick: "Ben"))
    }

    @Test func whatIsMissingOrNullIsNotThere() throws {
        let null = #","product_id":null,"content":null,"content3":null,"files":null,"likes":null,"comments":null"#
        for text in [post(), post(null)] {
            let post = try WirePost(try json(text))
            #expect(post.category == "" && post.text == "" && post.title == "" && post.aspect == nil)
            #expect(post.files.isEmpty && post.likes.isEmpty && post.hashtags.isEmpty && post.comments.isEmpty)
        }
    }

    @Test func aPostWithoutAnIdADateOrAnAuthorCostsNoOther() throws {
        let bad = [
            #"{"createdAt":"2024-05-06T05:13:54.357Z","creator":\#(ann)}"#,
            #"{"post_id":"","createdAt":"2024-05-06T05:13:54.357Z","creator":\#(ann)}"#,
            #"{"post_id":"p2","createdAt":"yesterday","creator":\#(ann)}"#,
            #"{"post_id":"p3","createdAt":"2024-05-06T05:13:54.357Z"}"#,
            #"{"post_id":"p4","createdAt":"2024-05-06T05:13:54.357Z","creator":{"nick":"nobody"}}"#, "17",
        ]
        let page = try WirePage(try json(#"{"data":[\#(bad.joined(separator: ",")),\#(post())],"next_cursor":"p1"}"#))
        #expect(page.posts.elements.map(\.id) == ["p1"])
        #expect(page.posts.issues.map(\.index) == [0, 1, 2, 3, 4, 5])
        #expect(page.next == PageCursor(rawValue: "p1"))
    }

    @Test(arguments: [#""0""#, #""""#, "null"])
    func zeroIsTheEnd(cursor: String) throws {
        #expect(try WirePage(try json(#"{"data":[],"next_cursor":\#(cursor)}"#)).next == nil)
    }

    @Test func aCommentThatIsDamagedIsLeftOut() throws {
        let good = #"{"comment_id":"c1","content":"hi","createdAt":"2024-05-06T05:13:54.357Z","creator":\#(ben)}"#
        let post = try WirePost(try json(post(#","comments":[{"content":"no id"},\#(good)]"#)))
        #expect(post.comments.map(\.id) == ["c1"])
    }

    @Test func anAnswerWithoutAListIsMalformed() throws {
        #expect(throws: NetworkError.self) { try WirePage(try json(#"{"next_cursor":"0"}"#)) }
    }

    @Test func aRoom() throws {
        let message =
            #"{"chat_id":"m1","room_id":"r1","createdAt":"2024-05-06T05:13:54.357Z","content":null,"sender":\#(ben),"files":["data/1.jpg"]}"#
        let text =
            #"{"room_id":"r1","createdAt":"2024-05-06T05:13:54.357Z","updatedAt":"2024-05-07T00:00:00.000Z","participants":[\#(ann),\#(ben)],"lastChat":"#
        let room = try WireRoom(try json(text + message + "}"))
        #expect(room.other(than: "id-ann")?.id == "id-ben" && room.other(than: "id-ben")?.id == "id-ann")
        #expect(room.updated == Date(timeIntervalSince1970: 1_715_040_000))
        #expect(room.last?.text == nil && room.last?.files == ["data/1.jpg"] && room.last?.room == "r1")
        let damaged = try WireRoom(try json(text + #"{"chat_id":"m1"}}"#))
        #expect(damaged.last == nil && damaged.id == "r1")
    }

    @Test func aPayment() throws {
        let text =
            #"{"payment_id":"y1","buyer_id":"id-ann","post_id":"p1","merchant_uid":"x","productName":"앤후원","price":3000,"paidAt":"2024-05-06T05:13:54.357Z"}"#
        let payment = try WirePayment(try json(text))
        #expect(payment.amount == 3000 && payment.merchant == "x" && payment.name == "앤후원")
        #expect(payment.date == Self.created)
        #expect(throws: UnreadableElement.self) { try WirePayment(try json(#"{"payment_id":"y1"}"#)) }
    }

    // MARK: Texts

    @Test(arguments: [
        "2024-05-06T05:13:54.357Z", "1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2000-02-29T12:00:00.001Z",
        "1900-03-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2024-12-31T23:59:59.999Z",
    ])
    func aDateIsWrittenAsItWasRead(text: String) throws {
        #expect(WireDate.text(try #require(ISODate.date(from: text))) == text)
    }

    @Test func aDateIsRoundedToAMillisecond() {
        #expect(WireDate.text(Date(timeIntervalSince1970: 0.9996)) == "1970-01-01T00:00:01.000Z")
        #expect(WireDate.text(Date(timeIntervalSince1970: .infinity)) == nil)
        #expect(WireDate.text(Date(timeIntervalSince1970: .nan)) == nil)
        #expect(WireDate.text(Date(timeIntervalSince1970: 1e12)) == nil)
    }

    @Test(arguments: [
        ("0.75", 0.75), ("1", 1), ("1.777778", 1.777778), ("0,75", nil), ("", nil), ("0", nil), ("-1", nil),
        ("nan", nil),
        ("1e5", nil), ("inf", nil), (" 1", nil),
    ])
    func aRatioIsReadWithAPoint(text: String, ratio: Double?) {
        #expect(RatioText.ratio(in: text) == ratio)
    }

    @Test(arguments: [
        (3, 4, "0.75"), (16, 9, "1.777778"), (1, 1, "1"), (2, 1, "2"), (1, 1000, "0.001"), (0, 4, "1"), (4, 0, "1"),
        (1, 3, "0.333333"),
    ])
    func aRatioIsWrittenWithAPoint(width: Int, height: Int, text: String) {
        #expect(RatioText.text(width: width, height: height) == text)
    }
}
