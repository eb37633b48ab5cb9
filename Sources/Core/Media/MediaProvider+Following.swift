extension MediaProvider {
    /// Keeps the media of favourites from now on: at once where there are any, and each time that there are others.
    ///
    /// Whatever fails is tried again with the next change. Cancel the task that runs it to end it.
    ///
    /// - Parameters:
    ///   - sites: The sites of the favourites.
    ///   - posts: The place where favourites are known.
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
                // Nobody waits for it. The next change finds everything missing that is missing now.
                known = nil
            }
        }
        // Most commits are of posts that were read or came: of them only their own marks are looked at.
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
