import Core
import Foundation
import Testing

/// What the system tells of changes of files.
///
/// Each test ends when it is told, so a watch that says nothing meets the limit.
@Suite(.timeLimit(.minutes(5)))
struct LocalFileWatchTests {
    private let directory = LocalDirectory()
    private let files = LocalFileSystem()

    private struct Watched {
        let watch: any FileWatch
        let changes: AsyncStream<Void>
    }

    private func watch(_ path: String) throws -> Watched {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = try #require(try files.watch(path) { continuation.yield() })
        return Watched(watch: watch, changes: changes)
    }

    private func write(_ text: String, to path: String) throws {
        let file = try files.open(path, .readWrite)
        defer { file.close() }
        try file.write(Array(text.utf8), at: 0)
    }

    @Test func aChangeOfAFileIsTold() async throws {
        try files.makeDirectory(directory.path)
        let path = "\(directory.path)/file"
        try write("one", to: path)
        let watched = try watch(path)
        var changes = watched.changes.makeAsyncIterator()
        for text in ["two", "three"] {
            try write(text, to: path)
            #expect(await changes.next() != nil)
        }
        #expect(!watched.watch.hasEnded)
    }

    @Test func aFileThatComesIntoAFolderIsTold() async throws {
        try files.makeDirectory(directory.path)
        let watched = try watch(directory.path)
        try write("one", to: "\(directory.path)/file")
        var changes = watched.changes.makeAsyncIterator()
        #expect(await changes.next() != nil)
        #expect(!watched.watch.hasEnded)
    }

    @Test(arguments: [false, true]) func theEndOfAFileIsTold(isReplaced: Bool) async throws {
        try files.makeDirectory(directory.path)
        let path = "\(directory.path)/file"
        try write("one", to: path)
        let watched = try watch(path)
        if isReplaced {
            try write("two", to: "\(path).new")
            try files.move("\(path).new", to: path)
        } else {
            try files.remove(path)
        }
        for await _ in watched.changes where watched.watch.hasEnded { return }
        Issue.record("The watch was cancelled.")
    }

    @Test func whatIsMissingIsNotWatched() throws {
        let error = #expect(throws: FileError.self) { try watch("\(directory.path)/file") }
        #expect(error?.code == .fileMissing)
    }
}
