/// A provider whose cursors and revisions say whose they are, so that none goes to another backend's server.
package protocol CursorMarking: OnlinePostProvider {}

/// The posts of a backend that stands alone, with marks on its cursors and revisions.
///
/// A store outlives the choice of backends: what one of them stored meets another one later, alone or in a chain. A
/// cursor of another backend is translated where both are of one family, and refused else; a revision of another one is
/// left out. A cursor without a mark is from before there were marks, and goes as it is.
struct MarkingPostProvider: CursorMarking {
    let name: String
    let family: String
    let provider: any OnlinePostProvider

    var site: Site { provider.site }

    func fetchPage(_ request: PageRequest) async throws -> Page {
        var own = request
        if let tag = request.cursor.flatMap(RoadTag.init) {
            guard tag.family == family else { throw tag.notInUse }
            own.cursor = tag.cursor
        }
        own.revision = request.revision.flatMap { revision in
            RoadTag.isMarked(revision) ? RoadTag.unmark(revision, road: name) : revision
        }
        let page = try await provider.fetchPage(own)
        return RoadTag.marking(page, asked: request, own: own, road: name, family: family)
    }
}

extension Backend {
    /// The same backend, whose cursors and revisions say whose they are; a chain's say so already.
    package func marking() -> Backend {
        var backend = self
        backend.posts = posts.map(marked)
        backend.search = search.map(marked)
        return backend
    }

    private func marked(_ part: Posts) -> Posts {
        guard !(part.provider is any CursorMarking) else { return part }
        let provider = MarkingPostProvider(name: name, family: cursorFamily, provider: part.provider)
        return Posts(provider, sorts: part.sorts, periods: part.periods)
    }
}

extension Backend.Posts {
    /// The provider that the backend was made with, which marks nothing and may know more than pages.
    package var unmarked: any OnlinePostProvider { (provider as? MarkingPostProvider)?.provider ?? provider }
}
