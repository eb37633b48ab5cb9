import Core
import Foundation
import Mocks
import Testing

/// What only one site says of kept posts, in an archive.
struct ArchivedExtrasTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let fields = #"{"ratio":0.970,"big":12345678901234567890,"flair":"a \"b\" \u00e9","empty":{}}"#

    /// An archive of some posts with their fields.
    private func archive(_ fields: [String: String]) throws -> Archive {
        var extras: [Post.ID: RawJSON] = [:]
        for (native, text) in fields { extras[.mock(native)] = try RawJSON(text) }
        var archive = Archive(date: start, posts: fields.keys.map { Post.mock($0) })
        archive.extras = extras
        return archive
    }

    /// A file with other text in it, and the checksum that belongs to it.
    private func file(of archive: Archive, _ change: (String) -> String) throws -> Data {
        let text = String(decoding: try ArchiveCoder.encode(archive), as: UTF8.self)
        let end = try #require(text.range(of: "\"sha256\":"))
        let body = change(String(text[..<end.lowerBound]))
        let checksum = SHA256.hash(Data(body.utf8)).map { String(format: "%02x", $0) }.joined()
        return Data("\(body)\"sha256\":\"\(checksum)\"}\n".utf8)
    }

    @Test func noDigitAndNoOrderIsLost() throws {
        let written = try archive(["a": fields, "b": "[1e400]"])
        let read = try ArchiveCoder.decode(try ArchiveCoder.encode(written))
        #expect(read == written)
        #expect(read.extras.mapValues(\.text) == [.mock("a"): fields, .mock("b"): "[1e400]"])
    }

    @Test func fieldsThatAreNestedDeepAreRead() throws {
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        let read = try ArchiveCoder.decode(try ArchiveCoder.encode(try archive(["a": deep])))
        #expect(read.extras[.mock("a")]?.text == deep)
    }

    @Test func aFileOfAnEarlierVersionHasNoneAndOneWithoutAnyIsTheSameBytes() throws {
        let without = Archive(date: start, posts: [.mock("a")])
        let data = try ArchiveCoder.encode(without)
        #expect(!String(decoding: data, as: UTF8.self).contains("extras"))
        #expect(try ArchiveCoder.decode(data) == without)
        #expect(try archive(["a": fields]).merging(without).extras.mapValues(\.text) == [.mock("a"): fields])
    }

    @Test func invalidJSONIsNamedInTheError() throws {
        let data = try file(of: try archive(["a": #"{"x":1}"#])) { body in
            body.replacing(#"{\"x\":1}"#, with: #"{\"x\":}"#)
        }
        let error = try #require(throws: DataError.self) { try ArchiveCoder.decode(data) }
        #expect(error.underlying as? ArchiveError == .invalid("extras.0.fields"))
    }

    @Test func fieldsOfPostsThatAreNotThereAreLeftOut() throws {
        var stray = Archive(date: start, posts: [.mock("b")])
        stray.extras = [.mock("a"): try RawJSON("{}")]
        #expect(stray.extras.isEmpty)
    }

    @Test(arguments: [
        (#"{"b":2,"a":1}"#, #"{"b":2,"a":1}"#, #"{"b":2,"a":1}"#), (#"{"a":1}"#, #"{"b":2}"#, #"{"a":1,"b":2}"#),
        (#"{"a":null}"#, #"{"a":false}"#, #"{"a":false}"#), (#"{"a":false}"#, #"{"a":true}"#, #"{"a":true}"#),
        (#"{"a":9}"#, #"{"a":10.50}"#, #"{"a":10.50}"#), (#"{"a":-9}"#, #"{"a":-10}"#, #"{"a":-9}"#),
        (#"{"a":"xyz"}"#, #"{"a":"wider"}"#, #"{"a":"wider"}"#), (#"{"a":"x"}"#, #"{"a":"y"}"#, #"{"a":"y"}"#),
        ("[1,2,3,4,5,6,7,8]", #"{"a":1}"#, #"{"a":1}"#), ("1", "2", "2"),
    ])
    func ofTwoCopiesWhatIsKnownIsKept(_ one: String, _ other: String, _ merged: String) throws {
        let (left, right) = (try archive(["t": one]), try archive(["t": other]))
        for archive in [left.merging(right), right.merging(left), left.merging(right).merging(left)] {
            #expect(archive.extras[.mock("t")]?.text == merged)
        }
    }
}
