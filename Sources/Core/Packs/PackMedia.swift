/// Fetches files for packs: each once, however many packs and posts want it at the same time.
final class PackMedia: Sendable {
    private let offline: any OfflineMediaProvider
    private let online: (any OnlineMediaProvider)?
    private let downloads = SharedWork<ResourceLink, Void>()

    init(offline: any OfflineMediaProvider, online: (any OnlineMediaProvider)?) {
        self.offline = offline
        self.online = online
    }

    /// Keeps a file for posts, and fetches it where it is not on the disk.
    ///
    /// - Parameters:
    ///   - item: The file, and the posts that hold it from now on.
    ///   - maximumBytes: The largest file that is taken.
    ///   - priority: Who waits.
    ///   - time: The clock.
    /// - Returns: The bytes of the file.
    /// - Throws: `CancellationError`; ``PackRefusal`` when it cannot be fetched; what the store throws.
    func keep(
        _ item: PackFile, maximumBytes: Int, priority: RequestPriority, time: any TimeProvider
    ) async throws -> Int {
        do {
            // A file that came whole just before the process was killed lies there, and nobody holds it yet.
            return try await hold(item, time)
        } catch let error as any CodedError where Self.isMissing(error) {
            let path = try await offline.place(for: item.link)
            do {
                try await download(item.link, to: path, maximumBytes: maximumBytes, priority: priority)
            } catch let error as CancellationError {
                throw error
            } catch {
                throw PackRefusal(error: DataError(error))
            }
            return try await hold(item, time)
        }
    }

    private func download(
        _ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority
    ) async throws {
        guard let online else { throw DataError(.offline, isRetryable: true) }
        try await downloads.value(for: link) {
            _ = try await online.download(
                link, to: path, maximumBytes: maximumBytes, priority: priority, progress: { _ in })
        }
    }

    private func hold(_ item: PackFile, _ time: any TimeProvider) async throws -> Int {
        var bytes = 0
        for holder in item.holders {
            bytes = try await offline.keep(item.link, for: holder, as: item.role, at: time.now).bytes
        }
        return bytes
    }

    private static func isMissing(_ error: any CodedError) -> Bool {
        error.code == .notFound || error.code == .fileMissing
    }
}

/// A file that a pack is about, and who has it.
struct PackFile: Sendable {
    let link: ResourceLink
    let role: MediaRole
    /// How large it may be.
    let largest: Int
    /// The posts of the pack that have it, in their order.
    var holders: [Post.ID]
}
