import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct InMemoryOfflineMediaProviderTests {
    @Test(arguments: OfflineMediaProviderContract.checks)
    func keepsTheContract(_ check: OfflineMediaProviderContract.Check) async {
        await OfflineMediaProviderContract {
            let (files, posts) = (InMemoryFileSystem(), InMemoryOfflinePostProvider())
            return .init(
                media: InMemoryOfflineMediaProvider(files: files, posts: posts), posts: posts, files: files)
        }.run(check)
    }

    @Test func scriptedFailuresAreThrown() async throws {
        let store = InMemoryOfflineMediaProvider()
        store.fail(with: DataError(.noSpace))
        await #expect(throws: DataError(.noSpace)) { try await store.usage() }
        #expect(try await store.usage() == FileUsage())
    }

    /// A store that breaks a rule is found out.
    @Test func theContractFindsBrokenRules() async {
        let contract = OfflineMediaProviderContract {
            .init(media: Forgetful(), posts: InMemoryOfflinePostProvider(), files: InMemoryFileSystem())
        }
        var broken = 0
        for check in OfflineMediaProviderContract.checks where await !contract.failures(of: check).isEmpty {
            broken += 1
        }
        #expect(broken >= OfflineMediaProviderContract.checks.count - 3)
    }
}

/// Keeps nothing.
private struct Forgetful: OfflineMediaProvider {
    func file(for link: ResourceLink) async throws -> MediaFile? { nil }
    func files(of ids: [Post.ID]) async throws -> [Post.ID: [MediaFile]] { [:] }
    func place(for link: ResourceLink) async throws -> String { "/tmp/\(link.text.utf8.count)" }
    func keep(
        _ link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        MediaFile(link: link, path: "/tmp/x", bytes: 1, date: date, holders: [:])
    }
    func keep(
        _ data: Data, as link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile {
        MediaFile(link: link, path: "/tmp/x", bytes: 1, date: date, holders: [:])
    }
    func release(_ ids: [Post.ID]) async throws -> FileUsage { FileUsage() }
    func sweep() async throws -> FileUsage { FileUsage() }
    func usage() async throws -> FileUsage { FileUsage() }
}
