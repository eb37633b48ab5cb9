public import Core
import Foundation
import Synchronization

/// The contract of ``Core/OfflineMediaProvider``: every rule of the protocol as a check.
///
/// One test for each rule, each time with a provider that has nothing stored:
///
/// ```swift
/// @Test(arguments: OfflineMediaProviderContract.checks)
/// func keepsTheContract(_ check: OfflineMediaProviderContract.Check) async {
///     await OfflineMediaProviderContract { .init(media: media, posts: posts, files: files) }.run(check)
/// }
/// ```
public struct OfflineMediaProviderContract: ProviderContract {
    /// A media provider under test, with the posts and the disk that it uses.
    public struct Subject: Sendable {
        /// The provider under test.
        public var media: any OfflineMediaProvider
        /// The posts, which say what is a favourite.
        public var posts: any OfflinePostProvider
        /// The disk that holds its files.
        public var files: any FileSystem

        /// Creates a subject.
        ///
        /// - Parameters:
        ///   - media: The provider under test.
        ///   - posts: The posts, which say what is a favourite.
        ///   - files: The disk that holds its files.
        public init(media: any OfflineMediaProvider, posts: any OfflinePostProvider, files: any FileSystem) {
            self.media = media
            self.posts = posts
            self.files = files
        }
    }

    final class Probe: ContractProbe {
        let log: ContractLog
        let subject: Subject
        let date = Date(timeIntervalSince1970: 1_700_000_000)

        init(_ subject: Subject, log: ContractLog) {
            self.subject = subject
            self.log = log
        }

        var media: any OfflineMediaProvider { subject.media }

        /// Stores posts, and makes favourites of them.
        func favour(_ ids: Post.ID...) async throws {
            try await subject.posts.store(ids.map { .mock($0.native) }, completeness: .full)
            _ = try await subject.posts.apply(.set(.favourite(true), ids), at: date)
        }

        /// Puts a file of some bytes where a download would.
        @discardableResult
        func download(_ link: ResourceLink, bytes: Int) async throws -> String {
            let path = try await media.place(for: link)
            try subject.files.replace(path, with: [UInt8](repeating: 7, count: bytes))
            return path
        }

        /// Logs a failure unless a file is kept, is whole, and is held by some posts.
        func expectFile(_ link: ResourceLink, bytes: Int?, holders: [Post.ID], _ what: String) async throws {
            let file = try await media.file(for: link)
            expect(file?.bytes, equals: bytes, "\(what), the bytes")
            expect(file?.holders.keys.sorted() ?? [], equals: holders.sorted(), "\(what), the holders")
            guard let file else { return }
            expect(try subject.files.contents(of: file.path)?.count, equals: bytes, "\(what), the bytes on the disk")
        }
    }

    fileprivate let makeSubject: @Sendable () async throws -> Subject

    /// Creates the suite for an implementation.
    ///
    /// - Parameter makeSubject: Makes a provider that keeps nothing yet; called once for each check.
    public init(makeSubject: @escaping @Sendable () async throws -> Subject) {
        self.makeSubject = makeSubject
    }
}

extension ContractCheck where Contract == OfflineMediaProviderContract {
    init(_ name: String, _ body: @escaping @Sendable (OfflineMediaProviderContract.Probe) async throws -> Void) {
        self.init(
            name,
            probe: { contract, log in
                .init(try await contract.makeSubject(), log: log)
            }, body)
    }
}
