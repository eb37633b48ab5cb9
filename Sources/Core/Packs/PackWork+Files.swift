import Foundation

/// The pictures and videos of the pack's posts.
extension PackWork {
    /// Which files the pack is about.
    var fileRoles: Set<MediaRole> { request.includesMedia ? [.thumbnail, .full] : [.thumbnail] }

    /// The files that the pack is about: thumbnails, and then the rest; one that several posts have is one.
    func plannedFiles() -> [PackFile] {
        var files: [PackFile] = []
        var places: [MediaPlan.Item: Int] = [:]
        for role in [MediaRole.thumbnail, .full] where fileRoles.contains(role) {
            for post in members {
                let plan = MediaPlan(post)
                for link in role == .full ? plan.full : [plan.thumbnail].compactMap({ $0 }) {
                    let key = MediaPlan.Item(link, as: role)
                    if let place = places[key] {
                        if files[place].holders.last != post.id { files[place].holders.append(post.id) }
                    } else {
                        let largest = services.configuration.largest(of: post, role)
                        // One that is its own thumbnail comes with those, and may be as large as it is.
                        if role == .full, let small = places[MediaPlan.Item(link, as: .thumbnail)] {
                            files[small].largest = max(files[small].largest, largest)
                        }
                        places[key] = files.count
                        files.append(PackFile(link: link, role: role, largest: largest, holders: [post.id]))
                    }
                }
            }
        }
        return files
    }

    /// Takes from the list what need not be fetched; what the pack's posts hold is counted by now.
    ///
    /// A file that is kept for other posts is held for these too, at once: it costs no request.
    func countFiles(_ files: inout [PackFile]) async throws {
        guard !files.isEmpty else { return }
        let kept = try await services.media.files(of: members.map(\.id))
        let passed = Set(pack.missing)
        var counted = self.counted
        var open: [PackFile] = []
        for file in files {
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
            // What only others hold comes into the pack by this, and so has to have room in it.
            guard let bytes, isHeld || counted.contains(file.link) || !ledger.isFull else {
                if !passed.contains(file.link) { open.append(file) }
                continue
            }
            if counted.insert(file.link).inserted {
                ledger.count(bytes)
                report.media += 1
            }
            for holder in lacking where !run.removed.contains(holder) {
                _ = try await services.media.keep(file.link, for: holder, as: file.role, at: services.time.now)
            }
        }
        done = [.thumbnail: 0, .full: 0]
        for role in [MediaRole.thumbnail, .full] {
            let all = files.count { $0.role == role }
            done[role] = all - open.count { $0.role == role }
        }
        self.counted = counted
        files = open
        publish()
    }

    /// Fetches files that are not kept.
    func fetch(_ files: [PackFile], _ phase: PackReport.Phase) async throws {
        guard let role = files.first?.role else { return }
        let ready = done[role] ?? 0
        begin(phase, ready, of: ready + files.count)
        isFetchingFiles = true
        try checkPolicy()
        let (keeper, priority) = (services.keeper, services.configuration.priority)
        // A thumbnail can be the picture itself, and is there by now.
        let open = files.filter { !counted.contains($0.link) }
        for file in files where counted.contains(file.link) {
            for holder in file.holders where !run.removed.contains(holder) {
                _ = try await services.media.keep(file.link, for: holder, as: file.role, at: services.time.now)
            }
            step()
        }
        try await process(open) { file in
            PackItem(bytes: try await keeper.keep(file, priority: priority))
        } land: { file, outcome in
            switch outcome {
            case .success:
                self.counted.insert(file.link)
                self.report.media += 1
                // Taken out while it was on its way: what they held was let go before it came.
                let removed = self.run.removed
                let gone = removed.isEmpty ? [] : file.holders.filter(removed.contains)
                if !gone.isEmpty { _ = try await self.services.media.release(gone) }
            case .failure(let error):
                // Set while it was on its way: then nothing was asked for.
                if self.services.isOff { throw PackHalt.policy }
                try await self.settle(error, file.link)
            }
        }
    }
}

extension DefaultPackProvider.Configuration {
    /// How large a file of a post may be.
    func largest(of post: Post, _ role: MediaRole) -> Int {
        if role == .thumbnail { return largestThumbnail }
        return post.media.kind == .video || post.media.video != nil ? largestVideo : largestPicture
    }
}
