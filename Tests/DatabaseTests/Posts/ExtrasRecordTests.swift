import Core
import Mocks
import Testing

@testable import Database

/// Fields that only one site has, whatever a server sends.
struct ExtrasRecordTests {
    private static let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)

    private func stored(_ text: String) async throws -> [Post.ID: RawJSON] {
        let clock = ManualClock()
        let store = try JSONStore(directory: "/tmp/store", files: InMemoryFileSystem(), time: clock)
        let posts = DatabasePostProvider(store: store, time: clock)
        let extras: [Post.ID: RawJSON] = [.mock("a"): try RawJSON(text), .mock("b"): try RawJSON("{\"b\":1}")]
        _ = try await posts.commit(.mock("a", "b", extras: extras), to: .mock(), at: .head, date: clock.now)
        #expect(try await posts.storedFeed(.mock()).items.count == 2)
        return try await posts.extras(of: [.mock("a"), .mock("b")])
    }

    @Test(arguments: [
        "{\"a\":1e999}", "{\"a\":[-1E+999]}", "{\"a\":\"\\ud83d\"}", "{\"a\":\"\\udfee\\ud83c\"}",
        "{\"\\ud83d.\":1}", deep,
    ])
    func whatNoDecoderReadsIsNotStored(text: String) async throws {
        #expect(try await stored(text).keys.map(\.native) == ["b"])
    }

    @Test(arguments: [
        "{\"a\":1e3,\"b\":-0.5E-2}", "{\"a\":\"\\ud83c\\udfee \\u00e9 \\\\ud83d\"}",
        "[true,false,null,12345678901234567890]", "{\"e\":{\"E\":[1,2.5]}}",
    ])
    func whatIsMerelyUnusualIsStoredAsItIs(text: String) async throws {
        #expect(try await stored(text)[.mock("a")]?.text == text)
    }

    /// A line that only the quick way reads, as older versions wrote them.
    @Test(arguments: ["demo/a", "demo/\u{43B}\u{456}\u{445}", "demo\\/a\\\"b"])
    func idsOfAnyLettersAreReadWithoutTheCompleteDecoder(id: String) throws {
        let bytes = Array("{\"id\":\"\(id)\",\"value\":1e999}".utf8)
        let record = try bytes.withUnsafeBytes { try PostSchemas.extras.codec.decode($0) }
        #expect(record.id.site == .demo && !record.id.native.contains("\\"))
        #expect(record.value.text == "1e999")
    }
}
