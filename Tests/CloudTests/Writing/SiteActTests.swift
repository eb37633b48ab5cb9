import Foundation
import Mocks
import Testing

@testable import Cloud
@testable import Core

/// The acts of a backend of an app's own, as the outbox asks them.
struct SiteActTests {
    private static let site = Site(rawValue: "pictures")
    private static let me = AccountKey(site: site, name: "7")
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    /// The seconds since the attempt.
    private static let age = 100.0
    private let clock = ManualClock()
    private let told = ObservableValue<[Date]>([])
    private let requests = MockRequestProvider()

    private func sender(_ acts: SiteAct..., known: MockKnownThings = MockKnownThings(), hasSession: Bool = true)
        -> SiteActSender
    {
        let writer = hasSession ? OutboxWriter(requests: requests, name: "me", id: "7") : nil
        let told = told
        return SiteActSender(
            acts, accounts: MockOutboxAccounts(writer),
            SiteWriting.Services(known: known, time: clock) { date in told.update { $0.append(date) } })
    }

    private func request(
        _ kind: OutboxEntry.Kind, on target: String? = "p1", _ thing: StatusTarget.Kind = .post, value: String? = nil,
        text: OutboxText? = nil, claimed: Set<String> = []
    ) -> OutboxRequest {
        let now = OutboxTime(date: Self.now, boot: "boot", uptime: 1000)
        let rules = WritingRules(name: "Pictures", commentLimit: 300)
        var entry = OutboxEntry(
            id: OutboxEntry.ID(rawValue: "entry-1"), account: Self.me, kind: kind,
            payload: text?.payload() ?? RawJSON(compact: "{}"),
            target: target.map { StatusTarget(thing, site: Self.site, native: $0) },
            field: OutboxEntry.laneField(of: kind), thing: target ?? "", value: value,
            policy: rules.policy(of: kind), at: now)
        let attempt = OutboxTime(date: Self.now - Self.age, boot: "boot", uptime: 1000 - Self.age)
        (entry.doubtfulSince, entry.lastAttempt) = (attempt, attempt)
        return OutboxRequest(entry, target: target, claimed: claimed, at: now)
    }

    // MARK: Wishes

    @Test(arguments: [("1", ConfirmedValues.ServerVote.up), ("-1", .down), ("0", .neutral)])
    func aVoteIsSentAndWhatTheServerHasIsConfirmed(_ value: String, _ vote: ConfirmedValues.ServerVote) async throws {
        let sender = sender(
            .vote { request in
                #expect(request.payload == vote && request.target == "c1" && request.targetKind == .comment)
                #expect(request.id.rawValue == "entry-1" && request.account == Self.me)
                return .done(.up)
            } read: { _ in
                .down
            })
        let request = request(.vote, on: "c1", .comment, value: value)
        // Whatever was wished, what the server says counts.
        #expect(try await sender.send([request]) == .done(result: nil, value: "1"))
        #expect(try await sender.read(request) == .value("-1"))
        #expect(sender.confirmed("1", of: request.entry)?.vote == .up)
    }

    @Test func aFlagIsInTheWordsOfItsWish() async throws {
        let sender = sender(
            .save {
                .done($0.payload)
            } read: {
                !$0.payload
            },
            .hide(send: { _ in .done(nil) }, read: nil),
            .subscribe { _ in
                .other(.refused(DataError(.forbidden)))
            } read: { _ in
                true
            })
        let saved = request(.save, value: "1")
        #expect(try await sender.send([saved]) == .done(result: nil, value: "1"))
        #expect(try await sender.read(saved) == .value("0"))
        #expect(sender.confirmed("1", of: saved.entry)?.isSaved == true)
        let hidden = request(.hide, value: "true")
        #expect(try await sender.send([hidden]) == .done(result: nil, value: nil))
        #expect(try await sender.read(hidden) == .failed(isPassing: false))
        guard case .refused(let reason) = try await sender.send([request(.subscribe, on: "birds", .source, value: "1")])
        else {
            Issue.record("it is refused")
            return
        }
        #expect(reason.code == .forbidden)
    }

    @Test func aWishThatCannotBeReadIsRefused() async throws {
        let sender = sender(.vote(send: { _ in .done(.up) }, read: nil))
        guard case .refused(let reason) = try await sender.send([request(.vote, value: "sideways")]) else {
            Issue.record("it is refused")
            return
        }
        #expect(reason.code == .malformed)
    }

    // MARK: Errors

    @Test func errorsMeanWhatTheyMeanForOwnKinds() async throws {
        func answer(_ error: any Error) async throws -> OutboxAnswer {
            try await sender(.delete { _ in throw error }).send([request(.delete, on: "c1", .comment)])
        }
        let statuses: [(Int, IntentAnswer)] = [403, 410, 445, 500, 503, 419, 420, 429].map { status in
            let error = NetworkError(.unknown, status: status)
            return (status, IntentAnswer(error))
        }
        for (status, expected) in statuses {
            let entry = request(.delete, on: "c1", .comment).entry
            let found = try await answer(NetworkError(.unknown, status: status))
            #expect(found == OutboxAnswer(expected, to: entry), "\(status)")
        }
        await #expect(throws: CancellationError.self) { try await answer(CancellationError()) }
        let dated = NetworkError(.serverError, status: 500, date: Self.now)
        _ = try await answer(dated)
        #expect(told.value == [Self.now])
    }

    @Test func withoutASessionOrAnActNothingIsSent() async throws {
        let called = ObservableValue(0)
        let act = SiteAct.delete { _ in
            called.update { $0 += 1 }
            return .done()
        }
        guard case .sessionOver = try await sender(act, hasSession: false).send([request(.delete)]) else {
            Issue.record("nobody is signed in")
            return
        }
        #expect(try await sender(act, hasSession: false).look(for: request(.delete)) == .sessionOver)
        guard case .refused = try await sender(act).send([request(.reply, text: OutboxText(text: "Hello"))]) else {
            Issue.record("there is no act for it")
            return
        }
        #expect(called.value == 0)
        #expect(try await sender(act).send([request(.delete)]) == .done(result: nil, value: nil))
        #expect(called.value == 1)
    }

    // MARK: Texts

    private func reply(_ things: OwnThings, mayChange: Bool = false) -> SiteAct {
        .reply(mayChange: mayChange) { request in
            .done(result: "made of \(request.payload.text) in \(request.payload.post ?? "-")")
        } look: { _ in
            things
        }
    }

    /// The server's date so many seconds after the attempt.
    private static func after(_ seconds: Double) -> Date { now - age + seconds }

    @Test func aReplyIsSentWithItsThread() async throws {
        let request = request(.reply, text: OutboxText(text: "Hello", post: "p1"))
        #expect(
            try await sender(reply(OwnThings([], serverDate: nil))).send([request])
                == .done(result: "made of Hello in p1", value: nil))
    }

    @Test func whatIsNewEqualAndUnclaimedIsTheReply() async throws {
        let things = OwnThings(
            [
                .init(id: "old", created: Self.after(-60), isEqual: true),
                .init(id: "other words", created: Self.after(2), isEqual: false),
                .init(id: "taken", created: Self.after(2), isEqual: true),
                .init(id: "stored", created: Self.after(2), isEqual: true),
                .init(id: "second", created: Self.after(9), isEqual: true),
                .init(id: "first", created: Self.after(3), isEqual: true),
            ], serverDate: Self.now)
        let text = OutboxText(text: "Hello", known: ["stored"])
        let found = try await sender(reply(things)).look(for: request(.reply, text: text, claimed: ["taken"]))
        #expect(found == .found(["first", "second"]))
        #expect(told.value == [Self.now])
    }

    @Test func nothingThereIsAbsentUnlessTheListWasCut() async throws {
        let old = OwnThings.Thing(id: "old", created: Self.after(-60), isEqual: true)
        let request = request(.reply, text: OutboxText(text: "Hello"))
        #expect(try await sender(reply(OwnThings([old], serverDate: Self.now))).look(for: request) == .absent)
        let cut = OwnThings([old], serverDate: Self.now, problem: DataError(.malformed, message: "Too long."))
        guard case .unclear(let reason) = try await sender(reply(cut)).look(for: request) else {
            Issue.record("a list that was cut does not tell")
            return
        }
        #expect(reason.message == "Too long.")
        // Other words of that time tell something only where the site may change them.
        let changed = OwnThings([.init(id: "new", created: Self.after(2), isEqual: false)], serverDate: Self.now)
        #expect(try await sender(reply(changed)).look(for: request) == .absent)
        guard case .unclear = try await sender(reply(changed, mayChange: true)).look(for: request) else {
            Issue.record("they may be what the site made of it")
            return
        }
    }

    @Test func theTimeOfTheLookIsTakenFromTheServersDate() async throws {
        let clock = clock
        let act = SiteAct.reply { _ in
            .done()
        } look: { _ in
            // Half a minute passes until the server tells its date.
            clock.advance(by: .seconds(30))
            return OwnThings([.init(id: "c", created: Self.after(2), isEqual: true)], serverDate: Self.now + 30)
        }
        let request = request(.reply, text: OutboxText(text: "Hello"))
        #expect(try await sender(act).look(for: request) == .found(["c"]))
    }

    @Test func aPostIsSentWithItsWordsAndLookedForAmongPosts() async throws {
        let known = MockKnownThings(things: [
            StatusTarget(.post, site: Self.site, native: "stored"): Self.now - Self.age - 10
        ])
        let act = SiteAct.submit { request in
            #expect(request.payload == PostDraft(title: "Red", text: "sky", url: nil) && request.target == "birds")
            return .done(result: "p9")
        } look: { _ in
            OwnThings(
                [
                    .init(id: "stored", created: Self.after(-2), isEqual: true),
                    .init(id: "p9", created: Self.after(-1), isEqual: true),
                ], serverDate: Self.now)
        }
        let request = request(.submit, on: "birds", .source, text: OutboxText(title: "Red", text: "sky"))
        #expect(try await sender(act).send([request]) == .done(result: "p9", value: nil))
        // What was stored before the attempt is not it, though the server's clock leaves it open.
        #expect(try await sender(act, known: known).look(for: request) == .found(["p9"]))
    }

    @Test func anEditIsReadBeforeItGoesAgain() async throws {
        func found(_ text: String?) async throws -> OutboxFinding {
            let act = SiteAct.edit {
                .done(result: $0.payload)
            } read: { _ in
                text
            }
            return try await sender(act).look(
                for: request(.edit, on: "c1", .comment, text: OutboxText(text: "New", changing: "Old")))
        }
        #expect(try await found("New ") == .found([]))
        #expect(try await found("Old") == .absent)
        #expect(try await found("Something else") == .unclear(.changedElsewhere))
        #expect(try await found(nil) == .unclear(.textGone))
    }

    @Test func aLookThatFailsIsRepeatedOrNot() async throws {
        func found(_ error: any Error) async throws -> OutboxFinding {
            let act = SiteAct.reply { _ in
                .done()
            } look: { _ in
                throw error
            }
            return try await sender(act).look(for: request(.reply, text: OutboxText(text: "Hello")))
        }
        guard case .failed(_, isPassing: true) = try await found(NetworkError(.timedOut)),
            case .failed(_, isPassing: false) = try await found(NetworkError(.notFound, status: 404))
        else {
            Issue.record("a time-out passes, and a refusal does not")
            return
        }
        #expect(try await found(NetworkError(.unauthorized, status: 401)) == .sessionOver)
        await #expect(throws: CancellationError.self) { try await found(CancellationError()) }
    }

    // MARK: Backends

    @Test func aBackendNeedsActsOfEachKindOnceAndASession() throws {
        let rules = WritingRules(name: "Pictures", commentLimit: 300)
        let deletion = SiteAct.delete { _ in .done() }
        let people = PeopleServer()
        let sessions = try SiteSessions(people, tokens: InMemoryTokenStore(), requests: people)
        var backend = Backend(SiteProfile(site: Self.site)) { _ in throw NetworkError(.offline) }
        backend.session = sessions
        for acts in [[], [deletion, deletion]] {
            let error = #expect(throws: DataError.self) { try backend.setWriting(acts, by: rules) }
            #expect(error?.code == .invalidInput)
        }
        // The sessions are another site's.
        #expect(throws: DataError.self) { try backend.setWriting([deletion], by: rules) }
        backend.session = nil
        #expect(throws: DataError.self) { try backend.setWriting([deletion], by: rules) }
        #expect(backend.writing == nil)

        var own = Backend(SiteProfile(site: people.site)) { _ in throw NetworkError(.offline) }
        own.session = sessions
        try own.setWriting([deletion], by: rules, pace: .milliseconds(200))
        #expect(own.writing?.kinds == [.delete] && own.writing?.pace == 0.2 && own.writing?.rules == rules)
    }
}
