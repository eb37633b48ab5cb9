import Core
import Foundation
import Lantern
import Mocks
import PostFeatures
import Testing

/// The answers of a wired app: fetched, stored, shown on a screen, marked by way of the outbox, and refreshed in the
/// background.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct WiredAnswersTests {
    private let app = TestApp()
    private let session = MockSessionProvider()
    private let site = TestSite(.demo)
    private let sender = MarkSender()
    private let anna = AccountKey(site: .demo, name: "anna")

    private func start(isOffline: Bool = false) async throws -> AppServices {
        let user = SessionUser(id: "anna", name: "anna")
        session.accounts.set(
            SiteAccounts(all: [SignedInAccount(id: "at", site: .demo, user: user)], currentID: "at"))
        session.state.set(.signedIn)
        let (session, sender) = (session, sender)
        var backend = site.backend()
        backend.session = session
        backend.answers = Inbox()
        backend.writing = SiteWriting(rules: .reddit, accounts: session) {
            session.accounts.value.current
        } makeSender: { _ in
            sender
        }
        return try await app.start(
            [backend], configuration: AppServices.Configuration(isOffline: isOffline))
    }

    @Test func aScreenShowsAndMarks() async throws {
        let services = try await start()
        let (inbox, badge) = (InboxViewModel(site: .demo), BadgeViewModel())
        await inbox.load()
        await badge.load()
        #expect(inbox.state.value.items.map(\.comment.native) == ["t1_b", "t1_a"])
        #expect(inbox.state.value.account == anna && inbox.state.value.banner == nil)
        #expect(badge.state.value.unreadCount == 2)
        let id = try #require(inbox.state.value.items.first?.id)
        #expect(await inbox.open(id)?.comment == id.comment)
        for await state in inbox.state.values where state.unreadCount == 1 && !state.items[0].isPending { break }
        #expect(sender.targets.value == ["t1_b"])
        for await state in badge.state.values where state.unreadCount == 1 { break }
        try await services.finish()
    }

    @Test func theBackgroundRefreshCountsThem() async throws {
        let services = try await start()
        let report = await Dependency.resolve((any BackgroundRefreshProvider).self).run()
        let job = try #require(report.jobs.first { $0.name == "answers" })
        #expect(job.newCount == 2 && job.error == nil)
        #expect(report.jobs.map(\.name).prefix(2) == ["outbox", "answers"])
        #expect(report.result == .newData(count: report.newCount + 2))
        let again = await Dependency.resolve((any BackgroundRefreshProvider).self).run()
        #expect(again.jobs.first { $0.name == "answers" }?.newCount == 0)
        try await services.finish()
    }

    @Test func offlineWhatIsStoredIsThereAndNothingIsAsked() async throws {
        let services = try await start(isOffline: true)
        let provider = Dependency.resolve((any AnswerProvider).self)
        let update = try await provider.refresh(for: anna)
        #expect(update.error?.code == .offline && update.answers.isEmpty)
        let report = await Dependency.resolve((any BackgroundRefreshProvider).self).run()
        #expect(!report.jobs.contains { $0.name == "answers" })
        try await services.finish()
    }
}

/// An inbox with two unread answers.
private struct Inbox: OnlineAnswerProvider {
    let site = Site.demo

    func fetchAnswers(_ request: AnswerPageRequest) async throws -> AnswerPage {
        let answers = ["t1_b", "t1_a"].enumerated().map { index, native in
            var answer = Answer(
                Answer.ID(request.account, Comment.ID(site: site, native: native)),
                notices: [Answer.Notice(native, kind: .reply, isRead: false)])
            answer.post = Post.ID(site: site, native: "t3_p")
            answer.created = Date(timeIntervalSince1970: 1_700_000_000 - Double(index))
            return answer
        }
        return AnswerPage(answers, source: "test")
    }
}

/// A sender that has done everything at once.
private final class MarkSender: OutboxSender {
    let targets = ObservableValue<[String]>([])

    func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        targets.update { $0 += requests.compactMap(\.target) }
        return .done(result: nil, value: nil)
    }

    func look(for request: OutboxRequest) async throws -> OutboxFinding { .absent }
    func read(_ request: OutboxRequest) async throws -> OutboxReading { .failed(isPassing: true) }
    func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? {
        confirmedValues(value, of: entry.kind)
    }
}
