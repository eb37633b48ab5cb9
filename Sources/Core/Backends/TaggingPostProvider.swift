/// A provider that tags its cursors and revisions with the backend's name, so that none goes to another server.
package protocol CursorTagging: OnlinePostProvider {}

/// The posts of a backend that stands alone, with tags on its cursors and revisions.
///
/// A store outlives the choice of backends: what one of them stored meets another one later, alone or in a chain. A
/// cursor of another backend is translated where both are of one family, and refused else; a revision of another one is
/// left out. A cursor without a tag is from before there were tags, and goes as it is.
struct TaggingPostProvider: CursorTagging {
    let name: String
    let family: String
    let provider: any OnlinePostProvider

    var site: Site { provider.site }

    func fetchPage(_ request: PageRequest) async throws -> Page {
        var own = request
        if let tag = request.cursor.flatMap(BackendTag.init) {
            guard tag.family == family else { throw tag.notInUse }
            own.cursor = tag.cursor
        }
        own.revision = request.revision.flatMap { revision in
            BackendTag.isTagged(revision) ? BackendTag.untag(revision, backend: name) : revision
        }
        let page = try await provider.fetchPage(own)
        return BackendTag.tagging(page, asked: request, own: own, backend: name, family: family)
    }
}

extension Backend {
    /// Returns the backend with tags on its cursors and revisions; those of a chain have them already.
    package func tagging() -> Backend {
        var backend = self
        backend.posts = posts.map(tagged)
        backend.search = search.map(tagged)
        return backend
    }

    private func tagged(_ part: Posts) -> Posts {
        guard !(part.provider is any CursorTagging) else { return part }
        let provider = TaggingPostProvider(name: name, family: cursorFamily, provider: part.provider)
        return Posts(provider, sorts: part.sorts, periods: part.periods)
    }
}

extension Backend.Posts {
    /// The provider that the backend was created with, without the tagging wrapper; it may conform to further
    /// protocols.
    package var untagged: any OnlinePostProvider { (provider as? TaggingPostProvider)?.provider ?? provider }
}
