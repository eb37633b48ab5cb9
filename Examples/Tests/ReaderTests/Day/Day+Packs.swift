import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// Packs and threads in a simulated day.
extension Day {
    /// Everything of a dozen posts.
    static let pack = PackRequest(
        feed: feeds[1], posts: 12, includesComments: true, includesMedia: true, maximumBytes: 100_000_000)
    /// A second one, which the outage interrupts.
    static let secondPack = PackRequest(
        feed: feeds[0], posts: 10, includesComments: true, includesMedia: true, maximumBytes: 100_000_000)
    /// The number of requests that a pack has under way at once, and so of answers that are lost with it.
    static let answersInFlight = 4

    /// Packs in a process that dies at some step of it.
    func packWhileDying(_ request: PackRequest, within changes: Int) async throws {
        packDeaths += 1
        try await dying(within: changes) { day in
            do {
                _ = try await Dependency.resolve((any PackProvider).self).pack(request)
            } catch {
                try #require(day.process.disk.isDead, "\(day.moment): \(error)")
            }
        }
    }

    /// Goes on with what was interrupted, or packs, until everything is there.
    func finishPack(_ request: PackRequest) async throws {
        let report = try await process.run {
            let packs = Dependency.resolve((any PackProvider).self)
            let resumed = try await packs.resumePacks().last { $0.request == request }
            if let resumed { return resumed }
            return try await packs.pack(request)
        }
        #expect(report.isComplete && report.posts == request.posts && report.missing == 0, "\(moment): \(report)")
        try await notePack(request)
    }

    /// Keeps the media of what is a favourite.
    func keepFavourites() async throws {
        let ids = record.marks.filter(\.value.isFavourite).map(\.key)
        let (receipt, files) = try await process.run {
            let receipt = try await Dependency.resolve((any MediaProvider).self).keepFavourites()
            return (receipt, try await Dependency.resolve((any OfflineMediaProvider).self).files(of: ids))
        }
        #expect(receipt.missing.isEmpty, "\(moment): \(receipt.missing)")
        record.keep(files)
    }

    /// Packs until the network is gone.
    func packIntoTheDark(_ request: PackRequest, answers: Int) async throws {
        server.goDark(after: answers)
        let report = try await process.run {
            try await Dependency.resolve((any PackProvider).self).pack(request)
        }
        #expect(report.stop == .network && !report.isComplete, "\(moment): \(report)")
        #expect(!server.isReachable)
    }

    /// Takes over what is in a pack.
    private func notePack(_ request: PackRequest) async throws {
        let (ids, threads, files) = try await process.run {
            // Those that it has now: what an interrupted one had begun with, hours ago, it may have left.
            let packed =
                try await Dependency.resolve((any OfflinePackProvider).self).packs()
                .first { $0.request == request }?.posts ?? []
            var threads: [Post.ID: Set<Core.Comment.ID>] = [:]
            let comments = Dependency.resolve((any OfflineCommentProvider).self)
            for id in packed {
                guard let thread = try await comments.storedThread(of: id)?.thread else { continue }
                threads[id] = Set(thread.comments.map(\.id))
            }
            return (packed, threads, try await Dependency.resolve((any OfflineMediaProvider).self).files(of: packed))
        }
        #expect(ids.count == request.posts, "\(moment)")
        record.pack(ids, threads: threads, files: files)
        #expect(threads.values.contains { $0.count > 5 } && files.values.contains { !$0.isEmpty }, "\(moment)")
        try await record.checkPacks(self)
    }

    /// Opens a packed thread in the dark: reads it, sorts it, collapses a comment, and searches for a word of another.
    func readThread() async throws {
        let threads = record.threads.filter { $0.value.count > 3 }.keys.sorted { $0.native < $1.native }
        let id = threads[random.number(threads.count)]
        let expected = try #require(record.threads[id])
        let collapsed: Core.Comment.ID? = try await process.run {
            let model = CommentThreadViewModel(id: id)
            await model.load()
            #expect(Set(model.thread?.comments.map(\.id) ?? []) == expected, "\(moment)")
            await model.sort(by: .new)
            let state = model.state.value
            #expect(state.isApproximate && state.sort == .new, "\(moment)")
            #expect(Set(model.thread?.comments.map(\.id) ?? []) == expected, "\(moment)")
            let top = state.rows.compactMap(\.comment).filter { $0.depth == 0 }
            let comment = try #require(top.isEmpty ? nil : top[random.number(top.count)])
            await model.setCollapsed(true, for: comment.id)
            // A word that is there to be found.
            let word = top.compactMap(\.body).flatMap { $0.split { !$0.isLetter } }.max { $0.count < $1.count }
            if let word {
                let found = try await Dependency.resolve((any OfflineCommentProvider).self)
                    .search(String(word), limit: 500)
                #expect(found.contains { $0.post == id }, "\(moment): \(word)")
            }
            return comment.id
        }
        if let collapsed { record.collapse(collapsed, of: id) }
    }

    /// The background refresh in the evening: every feed that was listed, and every source.
    func refreshInTheBackground() async throws {
        record.mayHaveUnseen = true
        let report = await process.run {
            await Dependency.resolve((any BackgroundRefreshProvider).self).run(deadline: .seconds(25))
        }
        #expect(report.failures.isEmpty && report.stop == nil, "\(moment): \(report)")
        guard case .newData(let count) = report.result else {
            Issue.record("\(moment): \(report.result)")
            return
        }
        #expect(count >= DayServer.newPosts * Self.feeds.count, "\(moment)")
    }

    /// The app comes to the front: what was interrupted goes on.
    func resume() async throws {
        let report = try await process.run {
            try await ResumeCoordinator(packs: Dependency.resolve((any PackProvider).self)).resume()
        }
        #expect(report.failures.isEmpty && report.packError == nil, "\(moment): \(report)")
        #expect(report.packs.map(\.request) == [Self.secondPack], "\(moment)")
        #expect(report.packs.allSatisfy { $0.isComplete }, "\(moment): \(report)")
        try await notePack(Self.secondPack)
    }

    /// Looks at every feed without asking anybody, and takes over what is new in it.
    func lookAtWhatCame() async throws {
        for feed in Self.feeds {
            let before = record.listed(in: feed)
            try await withList(feed, policy: .storedOnly) { list in
                let ids = list.state.value.items.map(\.id)
                #expect(ids.filter(Set(before).contains) == before, "\(moment)")
                #expect(ids.count == before.count + DayServer.newPosts, "\(moment)")
            }
        }
        record.mayHaveUnseen = false
    }
}
