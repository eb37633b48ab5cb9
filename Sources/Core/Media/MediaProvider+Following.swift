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
        await follow()
        for await change in changes where change.isReload || !change.posts.isEmpty {
            guard !Task.isCancelled else { return }
            await follow()
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
