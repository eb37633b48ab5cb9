import Foundation

extension MediaKeeper {
    /// Keeps what is missing of the media of all favourites.
    ///
    /// Worth calling after the app comes to the front, when the network is back, and after a background refresh;
    /// ``followFavourites()`` calls it when a favourite is set.
    ///
    /// - Returns: What came, and what is not there.
    /// - Throws: `CancellationError`; ``DataError`` when something failed that may go well later; everything else was done
    ///   all the same.
    @discardableResult
    public func keepFavourites() async throws -> MediaReceipt {
        try await favouriteRuns.value(for: sites) { try await self.keepAllFavourites() }
    }

    /// Keeps the media of favourites from now on: at once, and each time that there are others.
    ///
    /// Whatever fails is tried again with the next change, and by whoever calls ``keepFavourites()``. Cancel the task that
    /// runs it to end it.
    public func followFavourites() async {
        await followFavourites(of: sites, in: posts)
    }

    private func keepAllFavourites() async throws -> MediaReceipt {
        // The mark was the person's, so that their files come by any network.
        let isOff = settings.settings.value.downloadPolicy == .never
        var online = isOff ? nil : online
        var receipt = MediaReceipt()
        var failure: DataError?
        let items: [FeedItem]
        do {
            items = try await posts.favourites(of: sites)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DataError(error)
        }
        for item in items {
            do {
                let kept = try await keep(
                    item.post.id, MediaPlan(item.post).items(), from: online, maximumBytes: maximumFavouriteBytes,
                    priority: .background)
                receipt = receipt + kept
            } catch let error as DataError {
                failure = failure ?? error
                // Where there is no network, what is on the device is kept all the same.
                if [.offline, .timedOut, .captivePortal].contains(error.code) { online = nil }
                if [.noSpace, .readOnly, .storeClosed].contains(error.code) { throw error }
            }
            try await letGoIfTakenBack(item.id)
        }
        if isOff, self.online != nil, receipt.missing.contains(where: { $0.reason == .waiting }) {
            activity.record(
                ActivityEvent(date: time.now, kind: .skipped, reason: .downloadsOff, host: "", subject: .favourites))
        }
        if let failure { throw failure }
        return receipt
    }

    /// Lets go of what came for a favourite that was taken back while it came: nobody else would.
    private func letGoIfTakenBack(_ id: Post.ID) async throws {
        do {
            guard try await posts.items([id]).first?.status.isFavourite != true else { return }
            if let packs, try await packs.packedPosts().contains(where: { $0.id == id }) { return }
            _ = try await offline.release([id])
        } catch let error as CancellationError {
            throw error
        } catch {
            throw DataError(error)
        }
    }
}
