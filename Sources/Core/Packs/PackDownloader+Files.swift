import Foundation

/// The download of the thumbnails, pictures and videos of the pack's posts.
extension PackDownloader {
    /// The roles of the files that the pack has.
    var fileRoles: Set<MediaRole> { request.includesMedia ? [.thumbnail, .full] : [.thumbnail] }

    /// The files of the pack: thumbnails first; a file that several posts share is listed once.
    func plannedFiles() -> [MediaFileDownload] {
        var files: [MediaFileDownload] = []
        var places: [PostMediaFiles.Item: Int] = [:]
        for role in [MediaRole.thumbnail, .full] where fileRoles.contains(role) {
            for post in members {
                let plan = PostMediaFiles(post)
                for link in role == .full ? plan.full : [plan.thumbnail].compactMap({ $0 }) {
                    let key = PostMediaFiles.Item(link, as: role)
                    if let place = places[key] {
                        if files[place].holders.last != post.id { files[place].holders.append(post.id) }
                    } else {
                        let largest = services.configuration.largest(of: post, role)
                        // A picture that is its own thumbnail comes with the thumbnails, at a picture's size limit.
                        if role == .full, let small = places[PostMediaFiles.Item(link, as: .thumbnail)] {
                            files[small].largest = max(files[small].largest, largest)
                        }
                        places[key] = files.count
                        files.append(MediaFileDownload(link: link, role: role, largest: largest, holders: [post.id]))
                    }
                }
            }
        }
        return files
    }

    /// Removes from the list the files that need no request, and counts them.
    ///
    /// A file that is kept for other posts is kept for these too, at once.
    func countFiles(_ files: inout [MediaFileDownload]) async throws {
        guard !files.isEmpty else { return }
        let kept = try await services.media.files(of: members.map(\.id))
        let skipped = Set(pack.missing)
        var open: [MediaFileDownload] = []
        for file in files where try await !count(file, kept) && !skipped.contains(file.link) { open.append(file) }
        done = [.thumbnail: 0, .full: 0]
        for role in [MediaRole.thumbnail, .full] {
            let all = files.count { $0.role == role }
            done[role] = all - open.count { $0.role == role }
        }
        files = open
        publish()
    }

    /// Counts a file that is stored already, and keeps it for the posts of the pack that it belongs to.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - kept: The files that are kept for the posts of the pack.
    /// - Returns: False when it has to be downloaded, or does not fit the pack.
    /// - Throws: The errors of the database.
    private func count(_ file: MediaFileDownload, _ kept: [Post.ID: [MediaFile]]) async throws -> Bool {
        var lacking: [Post.ID] = []
        var bytes: Int?
        for holder in file.holders {
            if let known = kept[holder]?.first(where: { $0.link == file.link }) {
                bytes = known.bytes
            } else {
                lacking.append(holder)
            }
        }
        let isHeld = bytes != nil
        if !isHeld, let other = try await services.media.file(for: file.link) { bytes = other.bytes }
        // A file that only other posts hold enters the pack here, so it has to fit its byte limit.
        guard let bytes, isHeld || counted.contains(file.link) || !budget.isFull else { return false }
        if counted.insert(file.link).inserted {
            budget.count(bytes)
            report.media += 1
        }
        for holder in lacking where !run.removed.contains(holder) {
            _ = try await services.media.keep(file.link, for: holder, as: file.role, at: services.time.now)
        }
        return true
    }

    /// Downloads files that are not kept yet.
    func fetch(_ files: [MediaFileDownload], _ phase: PackReport.Phase) async throws {
        guard let role = files.first?.role else { return }
        let ready = done[role] ?? 0
        begin(phase, ready, of: ready + files.count)
        isFetchingFiles = true
        try checkPolicy()
        let (downloads, priority) = (services.downloads, services.configuration.priority)
        // A picture can be its own thumbnail, which is there by now.
        let open = files.filter { !counted.contains($0.link) }
        for file in files where counted.contains(file.link) {
            for holder in file.holders where !run.removed.contains(holder) {
                _ = try await services.media.keep(file.link, for: holder, as: file.role, at: services.time.now)
            }
            step()
        }
        try await process(open) { file in
            PackItemResult(bytes: try await downloads.keep(file, priority: priority))
        } finish: { file, outcome in
            switch outcome {
            case .success:
                self.counted.insert(file.link)
                self.report.media += 1
                // Posts that were removed during the download released their files before this one arrived.
                let removed = self.run.removed
                let gone = removed.isEmpty ? [] : file.holders.filter(removed.contains)
                if !gone.isEmpty { _ = try await self.services.media.release(gone) }
            case .failure(let error):
                // The policy was changed meanwhile: then nothing was requested.
                if self.services.isOff { throw PackInterruption.policy }
                try await self.handle(error, of: file.link)
            }
        }
    }
}

extension DefaultPackProvider.Configuration {
    /// The largest size that a file of a post may have.
    func largest(of post: Post, _ role: MediaRole) -> Int {
        if role == .thumbnail { return largestThumbnail }
        return post.media.kind == .video || post.media.video != nil ? largestVideo : largestPicture
    }
}

/// A media file of a pack, and the posts that share it.
struct MediaFileDownload: PackItem {
    let link: ResourceLink
    let role: MediaRole
    /// The largest size that it may have.
    var largest: Int
    /// The posts of the pack that have it, in order.
    var holders: [Post.ID]
}

extension MediaProvider {
    /// Keeps a file for all posts that share it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - priority: The priority of the request.
    /// - Returns: The bytes of the file.
    /// - Throws: `CancellationError`; ``PackItemFailure`` when it cannot be had.
    func keep(_ file: MediaFileDownload, priority: RequestPriority) async throws -> Int {
        var bytes = 0
        for holder in file.holders {
            let receipt: MediaReceipt
            do {
                receipt = try await keep(
                    [PostMediaFiles.Item(file.link, as: file.role)], of: holder, maximumBytes: file.largest,
                    priority: priority)
            } catch let error as CancellationError {
                throw error
            } catch {
                throw PackItemFailure(error: DataError(error))
            }
            if let missing = receipt.missing.first { throw PackItemFailure(missing.reason) }
            bytes = receipt.held.bytes
        }
        return bytes
    }
}

extension PackItemFailure {
    fileprivate init(_ reason: MediaReceipt.Reason) {
        let code: ErrorCode =
            switch reason {
            case .gone: .notFound
            case .tooLarge: .tooLarge
            case .refused: .forbidden
            case .broken: .malformed
            case .waiting: .offline
            }
        self.init(error: DataError(code, isRetryable: reason == .waiting))
    }
}
