import Core
import Foundation
import PostFeatures
import Testing

/// Lists in a simulated day, with and without a network.
extension Day {
    /// Refreshes each feed, and goes one page on in each.
    func refreshFeeds(pages: Int) async throws {
        for feed in Self.feeds {
            try await withList(feed, policy: .storedOnly) { list in
                await list.refresh()
                refreshes += 1
                for _ in 1..<pages { await list.loadMore() }
                let state = list.state.value
                #expect(state.banner == nil, "\(moment)")
                #expect(state.origin != .database, "\(moment)")
            }
        }
    }

    /// Opens a feed as a person does: what is stored, and what the network adds if it is there.
    func look(at feed: Feed) async throws {
        let before = record.listed(in: feed)
        try await withList(feed, policy: .storedThenNetwork) { list in
            let state = list.state.value
            #expect(state.items.map(\.id) == before, "\(moment): what is stored is shown, whatever the network does")
        }
    }

    /// Reads one post of each feed, saves one, makes one a favourite, hides one, and dismisses two.
    func act() async throws {
        for feed in Self.feeds {
            try await withList(feed, policy: .storedOnly) { list in
                let ids = list.state.value.items.map(\.id)
                try #require(ids.count > 10, "\(moment)")
                let (read, saved) = (ids[random.number(5)], ids[random.number(ids.count)])
                await list.select(read)
                await list.setSaved(true, for: saved)
                await list.setFavourite(true, for: ids[1])
                record.mark(read) { $0.isRead = true }
                record.mark(saved) { $0.isSaved = true }
                record.mark(ids[1]) { $0.isFavourite = true }
                for item in list.state.value.items {
                    #expect(DayRecord.Marks(item.status) == record.marks[item.id] ?? DayRecord.Marks(), "\(moment)")
                }
                await list.hide(ids[8])
                await list.dismiss(ids[6])
                await list.dismiss(ids[7])
                #expect(!list.state.value.items.contains { ids[6...8].contains($0.id) }, "\(moment)")
                for id in [ids[6], ids[7]] { record.mark(id) { $0.isDismissed = true } }
                record.mark(ids[8]) { $0.isHidden = true }
                // The last one comes back, as it was by mistake.
                await list.undo()
                #expect(list.state.value.items.contains { $0.id == ids[7] }, "\(moment)")
                record.mark(ids[7]) { $0.isDismissed = false }
            }
        }
    }

    /// Dismisses a post, so that the next process can take it back.
    func dismissOne(_ feed: Feed) async throws -> Post.ID {
        var dismissed: Post.ID?
        try await withList(feed, policy: .storedOnly) { list in
            let id = try #require(list.state.value.items.last?.id)
            await list.dismiss(id)
            record.mark(id) { $0.isDismissed = true }
            dismissed = id
        }
        return try #require(dismissed)
    }

    /// Takes back what was dismissed last, whichever process did it.
    func undo(_ id: Post.ID, _ feed: Feed) async throws {
        try await withList(feed, policy: .storedOnly) { list in
            await list.undo()
            #expect(list.state.value.items.contains { $0.id == id }, "\(moment)")
            record.mark(id) { $0.isDismissed = false }
        }
    }

    /// Reads a post as a page of its own.
    func read(_ id: Post.ID) async throws {
        await process.run {
            let detail = PostDetailViewModel(id: id)
            await detail.load()
            let state = detail.state.value
            #expect(state.phase == .idle && state.item?.post == record.posts[id], "\(moment)")
        }
        record.mark(id) { $0.isRead = true }
    }

    /// Searches for a word of a title that was seen.
    func search() async throws {
        let ids = record.posts.keys.sorted { $0.native < $1.native }
        let title = record.posts[ids[random.number(ids.count)]]?.title ?? ""
        let words = title.split { !$0.isLetter }.filter { $0.count > 3 }
        guard let word = words.max(by: { $0.count < $1.count }).map({ String($0) }) else { return }
        let found = await process.run { await DayRecord.search(word) }
        #expect(!found.isEmpty, "\(moment): \(word)")
        record.find(word, found)
    }

    /// Changes settings.
    func changeSettings(pageSize: Int, theme: InterfaceTheme) async throws {
        await process.run {
            let model = SettingsViewModel()
            await model.set(\.pageSize, to: pageSize)
            await model.set(\.theme, to: theme)
            #expect(model.state.value.banner == nil, "\(moment)")
        }
        record.settings.pageSize = pageSize
        record.settings.theme = theme
    }

    /// Adds a source, which is checked as soon as there is a network.
    func addSource(_ name: String, isChecked: Bool) async throws {
        try await withSources { model in
            await model.add("r/" + name)
            let row = try #require(model.state.value.rows.first { "\($0.source.name)" == "r/\(name)" })
            #expect((row.source.state == .verified) == isChecked, "\(moment)")
        }
    }

    /// Checks the sources that could not be checked when they were added.
    func verifySources() async throws {
        try await withSources { model in
            await model.verifyPending()
            #expect(model.state.value.pendingCount == 0, "\(moment)")
        }
    }

    private func withSources(_ body: @MainActor (SourceListViewModel) async throws -> Void) async throws {
        try await process.run {
            let model = SourceListViewModel()
            await model.load()
            try await body(model)
            record.sources = model.state.value.rows.map { "\($0.source.name)" }
            model.stop()
        }
    }

    /// Saves posts one after the other, in a process that dies at some step of it.
    func saveWhileDying(_ feed: Feed, within changes: Int) async throws {
        try await dying(within: changes) { day in
            let list = PostListViewModel(feed: feed, policy: .storedOnly)
            await list.load()
            for item in list.state.value.items.reversed() where !item.status.isSaved {
                day.record.begin(item.id)
                await list.setSaved(true, for: item.id)
                // What is shown has been committed; what is not may have been.
                guard list.state.value.items.first(where: { $0.id == item.id })?.status.isSaved == true else { break }
                day.record.mark(item.id) { $0.isSaved = true }
            }
            list.stop()
        }
    }

    // MARK: Helpers

    /// Shows a list, and takes over what it shows at the end.
    func withList(
        _ feed: Feed, policy: ReadPolicy, _ body: @MainActor (PostListViewModel) async throws -> Void
    ) async throws {
        try await process.run {
            let list = PostListViewModel(feed: feed, policy: policy)
            await list.load()
            try await body(list)
            record.show(feed, list.state.value.items)
            list.stop()
        }
    }
}
