import Core
import Database
import Foundation
import Synchronization

/// Makes the store that is read: the pages of all feeds in turn, and what the person did.
struct LanternFilling {
    let plan: ReadingPlan

    init(_ plan: ReadingPlan) {
        self.plan = plan
    }

    /// Makes the store in a folder; without marks of a person where none are asked for.
    func fill(_ folder: String, hasMarks: Bool = true) async throws {
        plan.log("filling Lantern's store")
        let source = PostSource(seed: plan.seed)
        let store = try await JSONStore.open(directory: folder)
        let provider = DatabasePostProvider(store: store)
        var ids: [Post.ID] = []
        for page in 0..<plan.count / ReadingPlan.pageSize {
            let first = page * ReadingPlan.pageSize
            let posts = (first..<first + ReadingPlan.pageSize).map { source.post($0) }
            ids += posts.map(\.id)
            let round = page / plan.feeds
            let placement: PagePlacement = round == 0 ? .head : .after(PageCursor(rawValue: "page\(round)"))
            let last = page >= plan.count / ReadingPlan.pageSize - plan.feeds
            _ = try await provider.commit(
                Page(posts: posts, next: last ? nil : PageCursor(rawValue: "page\(round + 1)"), source: "made up"),
                to: await LanternReading.feed(page % plan.feeds), at: placement, date: PostSource.now)
        }
        guard hasMarks else { return try await store.close() }
        let numbered = ids.enumerated()
        try await mark(.read(true), numbered.filter { $0.offset % ReadingPlan.readShare == 0 }.map(\.element), provider)
        try await mark(
            .saved(true), numbered.filter { $0.offset % ReadingPlan.savedShare == 1 }.map(\.element), provider)
        let dismissed = numbered.filter { $0.offset % ReadingPlan.dismissedShare == 2 }.map(\.element)
        try await mark(.dismissed(true), dismissed, provider)
        try await store.close()
    }

    private func mark(_ change: StatusChange, _ ids: [Post.ID], _ provider: DatabasePostProvider) async throws {
        for start in stride(from: 0, to: ids.count, by: 100) {
            let some = Array(ids[start..<min(start + 100, ids.count)])
            _ = try await provider.apply(.set(change, some), at: PostSource.now + Double(start))
        }
    }
}

/// A cloud that has another new page of the feed each time.
final class PageCloud: OnlinePostProvider {
    let site = Site.demo
    private let pages: Mutex<[Page]>

    init(_ plan: ReadingPlan) {
        let source = PostSource(seed: plan.seed + 1)
        let count = plan.wants(.page) ? plan.rounds + 1 : 0
        let pages = (0..<count).map { page in
            let first = plan.count + page * ReadingPlan.pageSize
            let posts = (first..<first + ReadingPlan.pageSize).map { source.post($0) }
            return Page(posts: posts, next: PageCursor(rawValue: "new\(page)"), source: "made up")
        }
        self.pages = Mutex(pages.reversed())
    }

    func fetchPage(_ request: PageRequest) async throws -> Page {
        guard let page = pages.withLock({ $0.popLast() }) else { throw WrongAnswer(description: "No page is left.") }
        return page
    }
}
