extension MediaProvider {
    /// Keeps the media files of favourites at once and after each change of favourites, until its task is cancelled.
    ///
    /// A failure is tried again with the next change.
    ///
    /// - Parameters:
    ///   - sites: The sites of the favourites.
    ///   - posts: The store of the favourites.
    package func followFavourites(of sites: [Site], in posts: any OfflinePostProvider) async {
        let changes = posts.changes()
        var known: Set<Post.ID>? = []
        func follow() async {
            do {
                let ids = Set(try await posts.favourites(of: sites).map(\.id))
                guard ids != known else { return }
                known = ids
                try await keepFavourites()
            } catch {
                // Nobody waits for it; the next change tries again.
                known = nil
            }
        }
        // Most commits are of posts that were read or stored: only the marks of those are read.
        func followMarks(of changed: Set<Post.ID>) async {
            guard let before = known else { return await follow() }
            do {
                let ids = changed.filter { sites.contains($0.site) }
                guard !ids.isEmpty else { return }
                let marked = try await posts.items(Array(ids)).filter(\.status.isFavourite).map(\.id)
                guard Set(marked) != before.intersection(ids) else { return }
                known = before.subtracting(ids).union(marked)
                try await keepFavourites()
            } catch {
                known = nil
            }
        }
        await follow()
        for await change in changes where change.isReload || !change.posts.isEmpty {
            guard !Task.isCancelled else { return }
            if change.isReload {
                await follow()
            } else {
                await followMarks(of: change.posts)
            }
        }
    }
}

extension OfflinePostProvider {
    /// The favourites of some sites, site by site.
    func favourites(of sites: [Site]) async throws -> [FeedItem] {
        var items: [FeedItem] = []
        for site in sites {
            items += try await storedFeed(Feed(site: site, source: .favourites)).items
        }
        return items
    }
}
