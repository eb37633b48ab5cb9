import Core
import Foundation
import Mocks
import Testing

struct FileStateStoreTests {
    private let files = InMemoryFileSystem()

    private func store() -> FileStateStore { FileStateStore(directory: "/tmp/state", files: files) }

    @Test func aValueSurvivesPowerLoss() async throws {
        try await store().set(Data("one".utf8), for: "budget.reddit")
        files.crash()
        #expect(try await store().value("budget.reddit") == Data("one".utf8))
    }

    @Test func aValueIsReplacedAndRemoved() async throws {
        let store = store()
        #expect(try await store.value("a") == nil)
        try await store.set(Data([1]), for: "a")
        try await store.set(Data([2]), for: "a")
        #expect(try await store.value("a") == Data([2]))
        try await store.set(nil, for: "a")
        #expect(try await store.value("a") == nil)
    }

    @Test func aRemovalSurvivesPowerLoss() async throws {
        let store = store()
        try await store.set(nil, for: "a")
        try await store.set(Data([1]), for: "a")
        try await store.set(nil, for: "a")
        files.crash()
        #expect(try await self.store().value("a") == nil)
    }

    @Test(arguments: ["", "a.new", ".hidden", "a/b", "../a", "a b", String(repeating: "a", count: 65), "ключ"])
    func aBadNameIsRefused(name: String) async throws {
        await #expect(throws: DataError.self) { try await store().set(Data(), for: name) }
        await #expect(throws: DataError.self) { try await store().value(name) }
        #expect(files.paths.isEmpty)
    }

    @Test func aFailedWriteLeavesTheOldValue() async throws {
        let store = store()
        try await store.set(Data([1]), for: "a")
        files.fail(.write, with: .noSpace)
        await #expect(throws: FileError.self) { try await store.set(Data([2]), for: "a") }
        #expect(try await store.value("a") == Data([1]))
    }
}
