import Community
import Core
import Testing

/// The table of statuses of the interface's documents, by call: what the person reads, whether the session goes on, and
/// what becomes of an entry of the outbox.
struct StatusTableTests {
    typealias Row = (call: CommunityCall, cells: [Int: String])

    /// A cell is the sentence, and behind a slash what becomes of the entry: where nothing stands, the call is no entry's.
    static let table: [Row] = [
        (.login, [400: "fieldsMissing", 401: "wrongPassword"]),
        (.join, [400: "fieldsMissing", 409: "alreadyMember"]),
        (.checkEmail, [400: "fieldsMissing", 409: "emailTaken"]),
        (.refresh, [401: "sessionOver", 403: "sessionOver", 418: "sessionOver"]),
        (.withdraw, read()),
        (.readProfile, read()),
        (.readRooms, read()),
        (.readPayments, read()),
        (.uploadPictures, written([400: "badRequest/failed"])),
        (.publish, written([410: "nothingCreated/failed"])),
        (.openRoom, written([410: "nothingCreated/failed"])),
        (.readPosts, read([400: "badRequest"])),
        (.readPost, read([400: "badRequest", 410: "postGone"])),
        (.edit, written([410: "postGone/failed", 445: "notOwner/failed"])),
        (.delete, written([410: "postGone/done", 445: "notOwner/failed"])),
        (.comment, written([400: "fieldsMissing/failed", 410: "postGone/failed"])),
        (.editComment, written([400: "fieldsMissing/failed", 410: "commentGone/failed", 445: "notOwner/failed"])),
        (.deleteComment, written([400: "fieldsMissing/failed", 410: "commentGone/done", 445: "notOwner/failed"])),
        (.like, written([400: "badRequest/failed", 410: "postGone/failed"])),
        (.follow, written([400: "badRequest/failed", 409: "alreadyFollowed/done", 410: "accountGone/failed"])),
        (.unfollow, written([400: "badRequest/failed", 409: "alreadyFollowed/failed", 410: "accountGone/done"])),
        (.changeProfile, written([400: "badRequest/failed"])),
        (.validatePayment, written([400: "badRequest/failed", 409: "alreadyValidated/done", 410: "postGone/failed"])),
        (.readMessages, read([410: "roomGone", 445: "notParticipant"])),
        (.sendMessage, written([410: "roomGone/failed", 445: "notParticipant/failed"])),
        (.uploadToRoom, written([410: "roomGone/failed", 445: "notParticipant/failed"])),
    ]

    private static func read(_ more: [Int: String] = [:]) -> [Int: String] {
        [401: "sessionOver", 403: "notAllowed", 418: "sessionOver", 419: "tokenExpired"].merging(more) { $1 }
    }

    private static func written(_ more: [Int: String]) -> [Int: String] {
        [401: "sessionOver/kept", 403: "notAllowed/failed", 418: "sessionOver/kept", 419: "tokenExpired/kept"]
            .merging(more) { $1 }
    }

    private static let winners = [420: "wrongKey", 429: "tooManyCalls", 444: "wrongAddress", 500: "serverTrouble"]
    private static let statuses = [400, 401, 403, 404, 409, 410, 418, 419, 420, 429, 444, 445, 500, 503]

    struct Case: Sendable, CustomTestStringConvertible {
        let call: CommunityCall
        let status: Int
        let cell: String?

        var testDescription: String { "\(call) \(status): \(cell ?? "nothing")" }
    }

    static let cases: [Case] = table.flatMap { row in
        statuses.map { status in
            let winner = winners[status].map { sentence in
                row.call.isWritten ? sentence + (status == 500 ? "/unknown" : "/later") : sentence
            }
            return Case(call: row.call, status: status, cell: winner ?? row.cells[status])
        }
    }

    @Test func everyCallHasARow() {
        #expect(Set(Self.table.map(\.call)) == Set(CommunityCall.allCases))
        #expect(Self.table.count == CommunityCall.allCases.count)
    }

    @Test(arguments: cases)
    func aStatusMeansWhatTheTableSays(_ expected: Case) {
        let meaning = CommunityStatus.meaning(of: expected.status, in: expected.call)
        guard let cell = expected.cell else {
            #expect(meaning == nil)
            return
        }
        let parts = cell.split(separator: "/")
        #expect(meaning?.sentence == StatusSentence(rawValue: String(parts[0])))
        let entry = meaning.map { "\($0.entry)" }
        #expect(entry == (parts.count > 1 ? String(parts[1]) : "none"))
        let session: CommunityStatus.SessionEffect =
            switch expected.status {
            case 419: .refresh
            case 401 where expected.call == .login: .goesOn
            case 401, 418: .over
            case 403 where expected.call == .refresh: .over
            default: .goesOn
            }
        #expect(meaning?.session == session)
    }

    @Test(arguments: [400, 404, 410])
    func aThingThatIsAskedForByItsIDIsMissing(status: Int) {
        #expect(CommunityStatus.isMissing(status))
    }

    @Test(arguments: [200, 401, 403, 409, 419, 445, 500, nil])
    func anythingElseDoesNotSaySo(status: Int?) {
        #expect(!CommunityStatus.isMissing(status))
    }

    @Test func aRefusalHasItsSentenceAndTheErrorsCode() {
        let error = CommunityRefusal.shown(NetworkError(.forbidden, status: 445), of: .sendMessage)
        #expect(error.code == .forbidden && error.message == "You are not in this room.")
        let wait = CommunityRefusal.shown(NetworkError(.rateLimited, status: 429, retryAfter: .seconds(5)), of: .like)
        #expect(wait.retryAfter == .seconds(5) && wait.isRetryable)
        let offline = CommunityRefusal.shown(NetworkError(.offline), of: .like)
        #expect(offline == DataError(NetworkError(.offline)))
        let wrong = CommunityRefusal.shown(SignInError.notAccepted, of: .login)
        #expect(wrong.code == .unauthorized && wrong.message.hasPrefix("The e-mail address or the password is wrong."))
    }
}
