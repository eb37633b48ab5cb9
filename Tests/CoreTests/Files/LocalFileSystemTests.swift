import Core
import Foundation
import Testing

struct LocalFileSystemTests {
    private let directory = LocalDirectory()
    private let files = LocalFileSystem()

    @Test func writtenBytesAreReadBack() throws {
        try files.makeDirectory("\(directory.path)/a/b")
        try files.makeDirectory("\(directory.path)/a/b")
        let path = "\(directory.path)/a/b/file"
        let file = try files.open(path, .readWrite)
        defer { file.close() }
        try file.write(Array("hello world".utf8), at: 0)
        try file.write(Array("W".utf8), at: 6)
        #expect(try file.size() == 11)
        #expect(try file.read(at: 6, count: 100) == Array("World".utf8))
        #expect(try file.read(at: 50, count: 5).isEmpty)
        try file.truncate(to: 5)
        try file.sync()
        #expect(try files.contents(of: path) == Array("hello".utf8))
        #expect(try files.list("\(directory.path)/a") == ["b"])
    }

    @Test func missingIsNotFailed() throws {
        #expect(try files.contents(of: "\(directory.path)/nothing") == nil)
        #expect(try files.list(directory.path).isEmpty)
        try files.remove("\(directory.path)/nothing")
        let error = try #require(throws: FileError.self) { try files.open("\(directory.path)/nothing", .read) }
        #expect(error.code == .fileMissing)
        #expect(error.path == "\(directory.path)/nothing")
    }

    @Test func prefetchingChangesNothing() throws {
        try files.makeDirectory(directory.path)
        let path = "\(directory.path)/file"
        try files.replace(path, with: Array(repeating: 7, count: 100_000))
        let file = try files.open(path, .read)
        // Parts of it, all of it, and what is not there.
        for (offset, count) in [(0, 10), (4_096, 65_536), (0, 100_000), (99_999, 1 << 40), (1 << 40, 1)] {
            file.prefetch(at: offset, count: count)
        }
        #expect(try file.read(at: 99_998, count: 10) == [7, 7])
        file.close()
    }

    @Test func aFileIsReplacedAsAWhole() throws {
        try files.makeDirectory(directory.path)
        let path = "\(directory.path)/file"
        try files.replace(path, with: [1, 2, 3])
        try files.replace(path, with: [4])
        #expect(try files.contents(of: path) == [4])
        #expect(try files.list(directory.path) == ["file"])
    }

    @Test func aLockHasOneHolder() throws {
        try files.makeDirectory(directory.path)
        let lock = try files.lock("\(directory.path)/lock")
        let error = try #require(throws: FileError.self) { try files.lock("\(directory.path)/lock") }
        #expect(error.code == .storeBusy)
        #expect(error.isRetryable)
        lock.close()
        lock.close()
        try files.lock("\(directory.path)/lock").close()
    }

    #if os(Linux)
        /// A child process has copies of all descriptors from its fork until its exec closes them.
        @Test func aLockIsGoneThatAChildProcessHasACopyOf() throws {
            try files.makeDirectory(directory.path)
            let path = "\(directory.path)/lock"
            let lock = try files.lock(path)
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            let own = try #require(
                names.compactMap(Int32.init).first { number in
                    // Other descriptors may be closed meanwhile.
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == path
                })
            let copy = dup(own)
            defer { close(copy) }
            lock.close()
            try files.lock(path).close()
        }
    #endif

    @Test func aFileWhereAFolderHasToBeIsAnError() throws {
        try files.makeDirectory(directory.path)
        try files.replace("\(directory.path)/file", with: [])
        #expect(throws: FileError.self) { try files.makeDirectory("\(directory.path)/file") }
        #expect(throws: FileError.self) { try files.makeDirectory("\(directory.path)/file/below") }
    }

    @Test func aFolderThatWasJustChangedHasNoMarkYet() throws {
        try files.makeDirectory(directory.path)
        try files.replace("\(directory.path)/file", with: [])
        #expect(files.mark(of: directory.path) == nil)
        #expect(files.mark(of: "\(directory.path)/missing") == nil)
        // Nothing comes into the system's own folders now.
        let mark = try #require(files.mark(of: "/usr"))
        #expect(files.mark(of: "/usr") == mark)
        #expect(files.mark(of: "/usr/lib") != mark)
    }

    @Test func aFullDiskIsSaidToBeFull() throws {
        #if os(Linux)
            let file = try files.open("/dev/full", .readWrite)
            let error = try #require(throws: FileError.self) { try file.write([1], at: 0) }
            #expect(error.code == .noSpace)
            #expect(error.description.contains("/dev/full"))
        #endif
    }
}

/// A folder of a test's own, removed with it.
final class LocalDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
    // Nothing is there when the test wrote nothing.
    deinit { try? FileManager.default.removeItem(atPath: path) }
}
