public import Core
import Foundation
import Synchronization
public import Testing

/// The contract of ``Core/OfflineMediaProvider`` as checks that any implementation can run.
///
/// One test for each rule, with a fresh provider each time:
///
/// ```swift
/// @Test(arguments: OfflineMediaProviderContract.checks)
/// func keepsTheContract(_ check: OfflineMediaProviderContract.Check) async {
///     await OfflineMediaProviderContract { .init(media: media, posts: posts, files: files) }.run(check)
/// }
/// ```
public struct OfflineMediaProviderContract: Sendable {
    /// What a check works with, fresh each time.
    public struct World: Sendable {
        /// The provider that is tried out.
        public var media: any OfflineMediaProvider
        /// The posts that it knows favourites by.
        public var posts: any OfflinePostProvider
        /// The disk that its files lie on.
        public var files: any FileSystem

        /// Creates a world.
        ///
        /// - Parameters:
        ///   - media: The provider that is tried out.
        ///   - posts: The posts that it knows favourites by.
        ///   - files: The disk that its files lie on.
        public init(media: any OfflineMediaProvider, posts: any OfflinePostProvider, files: any FileSystem) {
            self.media = media
            self.posts = posts
            self.files = files
        }
    }

    /// One rule, by name.
    public struct Check: Sendable, CustomTestStringConvertible {
        /// The rule in a sentence.
        public let name: String
        let body: @Sendable (Probe) async throws -> Void

        init(_ name: String, _ body: @escaping @Sendable (Probe) async throws -> Void) {
            self.name = name
            self.body = body
        }

        /// The rule in a sentence.
        public var testDescription: String { name }
    }

    /// What a check works with, and a place for what it finds.
    final class Probe: Sendable {
        let world: World
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        private let check: String
        private let found = Mutex<[ContractFailure]>([])

        init(_ world: World, check: String) {
            self.world = world
            self.check = check
        }

        var media: any OfflineMediaProvider { world.media }

        var failures: [ContractFailure] { found.withLock { $0 } }

        func fail(_ message: String) {
            found.withLock { $0.append(ContractFailure(check: check, message: message)) }
        }

        func expect<Value: Equatable>(_ actual: Value, equals expected: Value, _ what: String) {
            if actual != expected { fail("\(what): expected \(expected), found \(actual)") }
        }

        /// Stores posts, and makes favourites of them.
        func favour(_ ids: Post.ID...) async throws {
            try await world.posts.store(ids.map { .mock($0.native) }, completeness: .full)
            _ = try await world.posts.apply(.set(.favourite(true), ids), at: date)
        }

        /// Puts a file of some bytes where a download would.
        @discardableResult
        func download(_ link: ResourceLink, bytes: Int) async throws -> String {
            let path = try await media.place(for: link)
            try world.files.replace(path, with: [UInt8](repeating: 7, count: bytes))
            return path
        }

        /// Notes a failure unless a file is kept, is whole, and is held by some posts.
        func expectFile(_ link: ResourceLink, bytes: Int?, holders: [Post.ID], _ what: String) async throws {
            let file = try await media.file(for: link)
            expect(file?.bytes, equals: bytes, "\(what), the bytes")
            expect(file?.holders.keys.sorted() ?? [], equals: holders.sorted(), "\(what), the holders")
            guard let file else { return }
            expect(try world.files.contents(of: file.path)?.count, equals: bytes, "\(what), the bytes on the disk")
        }
    }

    private let makeWorld: @Sendable () async throws -> World

    /// Creates the suite for an implementation.
    ///
    /// - Parameter makeWorld: Makes a provider with nothing kept; called once for each check.
    public init(makeWorld: @escaping @Sendable () async throws -> World) {
        self.makeWorld = makeWorld
    }

    /// Tries one rule out.
    ///
    /// - Parameter check: The rule.
    /// - Returns: What was broken; empty when the implementation keeps it. An error that was thrown is one of them.
    public func failures(of check: Check) async -> [ContractFailure] {
        do {
            let probe = Probe(try await makeWorld(), check: check.name)
            do {
                try await check.body(probe)
            } catch {
                probe.fail("it threw \(error)")
            }
            return probe.failures
        } catch {
            return [ContractFailure(check: check.name, message: "no provider could be made: \(error)")]
        }
    }

    /// Tries one rule out and records an issue for whatever is broken.
    ///
    /// - Parameters:
    ///   - check: The rule.
    ///   - sourceLocation: Where issues are reported; leave it out.
    public func run(_ check: Check, sourceLocation: SourceLocation = #_sourceLocation) async {
        for failure in await failures(of: check) {
            Issue.record("\(failure)", sourceLocation: sourceLocation)
        }
    }
}
