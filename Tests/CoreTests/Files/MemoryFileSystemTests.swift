import Foundation
import Testing

@testable import Core

/// The file system in memory keeps the rules of any.
struct MemoryFileSystemTests {
    private let files = MemoryFileSystem()

    private func code(_ work: () throws -> some Any) -> ErrorCode? {
        do {
            _ = try work()
            return nil
        } catch {
            return (error as? FileError)?.code
        }
    }

    private func write(_ text: String, to path: String) throws {
        let file = try files.open(path, .replace)
        defer { file.close() }
        try file.write(Array(text.utf8), at: 0)
    }

    private func text(_ path: String) throws -> String {
        let file = try files.open(path, .read)
        defer { file.close() }
        return String(decoding: try file.read(at: 0, count: 100), as: UTF8.self)
    }

    @Test func whatIsWrittenIsRead() throws {
        try files.makeDirectory("/a/b")
        try write("Hello", to: "/a/b/file")
        #expect(try text("/a//b/./file") == "Hello")
        let file = try files.open("/a/b/file", .readWrite)
        try file.write([33], at: 7)
        #expect(try file.size() == 8 && file.read(at: 4, count: 9) == [111, 0, 0, 33])
        #expect(try file.read(at: 8, count: 1) == [])
        try file.truncate(to: 2)
        try file.truncate(to: 3)
        #expect(try file.read(at: 0, count: 9) == [72, 101, 0])
        try write("New", to: "/a/b/file")
        #expect(try file.read(at: 0, count: 9) == Array("New".utf8))
        file.close()
        #expect(code { try file.read(at: 0, count: 1) } == .diskFailure)
        let reader = try files.open("/a/b/file", .read)
        #expect(code { try reader.write([1], at: 0) } == .diskFailure)
    }

    @Test func whatIsMissingIsSaid() throws {
        #expect(code { try files.open("/a/file", .read) } == .fileMissing)
        #expect(code { try files.open("/a/file", .readWrite) } == .fileMissing, "There is no such directory.")
        #expect(try files.list("/a") == [])
        #expect(code { try files.move("/x", to: "/y") } == .fileMissing)
        #expect(code { try files.syncDirectory("/a") } == .fileMissing)
        #expect(code { try files.remove("/x") } == nil)
    }

    @Test func namesAreListedMovedAndRemoved() throws {
        try files.makeDirectory("/a/b")
        try write("1", to: "/a/one")
        try write("2", to: "/a/two")
        #expect(try files.list("/a").sorted() == ["b", "one", "two"])
        let open = try files.open("/a/one", .read)
        try files.move("/a/two", to: "/a/one")
        #expect(try text("/a/one") == "2" && files.list("/a").sorted() == ["b", "one"])
        #expect(try open.read(at: 0, count: 1) == [49], "One that is open stays what it was.")
        try files.remove("/a/one")
        #expect(files.paths.isEmpty)
        #expect(code { try files.remove("/a/b") } == .diskFailure)
        #expect(code { try files.move("/a/b", to: "/c") } != nil)
        try write("3", to: "/c")
        #expect(code { try files.makeDirectory("/c/d") } == .diskFailure)
        #expect(code { try files.list("/c") } == .diskFailure)
        #expect(code { try files.open("/a/b", .readWrite) } == .diskFailure)
    }

    @Test func oneHolderHasALock() throws {
        let lock = try files.lock("/lock")
        #expect(code { try files.lock("/lock") } == .storeBusy)
        lock.close()
        lock.close()
        var next: (any OpenFile)? = try files.lock("/lock")
        #expect(try next?.size() == 0)
        next = nil
        #expect(code { try files.lock("/lock") } == nil, "It is given back with its holder.")
    }

    @Test func changesAreTold() async throws {
        try files.makeDirectory("/a")
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = try #require(try files.watch("/a") { continuation.yield() })
        try write("1", to: "/a/one")
        for await _ in changes { break }
        watch.cancel()
        #expect(code { try files.watch("/b") {} as Any } == .fileMissing)
    }
}
