import Foundation
import Mocks
import Synchronization

@testable import Cloud
@testable import Core

/// The servers of several sites, with faults that are drawn from one seed.
///
/// What becomes of a request is drawn from what it says and how often it was said, not from what came before it: so a
/// seed gives the same world whatever runs side by side.
final class ModelServers: Sendable {
    /// What becomes of a request.
    private enum Fate {
        case answered
        /// It is not answered: done, not done, or done a while after its sender gave up.
        case lost(isDone: Bool)
        case late(TimeInterval)
        case serverError(isDone: Bool)
        case tooMany, paused, refused, unauthorized, unreachable
        /// It is done, and what is answered cannot be read.
        case page, cut
        /// Nobody answers until its sender gives up.
        case held(isDone: Bool)
    }

    private struct Held {
        let due: TimeInterval
        let continuation: CheckedContinuation<NetworkResponse, any Error>
    }

    private struct State {
        var sites: [Site: ModelSite] = [:]
        var counts: [String: Int] = [:]
        var late: [(site: Site, act: ModelSite.Act, due: TimeInterval)] = []
        var held: [Int: Held] = [:]
        var lastHeld = 0
        var hasFaults = true
        var trace: [String] = []
    }

    private let state = Mutex(State())
    private let seed: UInt64
    private let clock: ManualClock
    private let dialects: [Site: any ModelDialect]
    /// The server's date when the clock began, which nobody sets.
    private let start = Date(timeIntervalSince1970: 1_700_000_123)

    init(seed: UInt64, clock: ManualClock, dialects: [Site: any ModelDialect]) {
        (self.seed, self.clock, self.dialects) = (seed, clock, dialects)
        state.withLock { for site in dialects.keys { $0.sites[site] = ModelSite() } }
    }

    var trace: [String] { state.withLock { $0.trace } }
    var heldCount: Int { state.withLock { $0.held.count } }

    func note(_ line: String) { state.withLock { $0.trace.append(line) } }

    subscript(site: Site) -> ModelSite { state.withLock { $0.sites[site] ?? ModelSite() } }

    private var uptime: TimeInterval { clock.uptime / .seconds(1) }

    func endFaults() { state.withLock { $0.hasFaults = false } }

    /// Carries out what was put off and is due before some seconds have passed.
    func carryOut(within seconds: TimeInterval) {
        let end = uptime + seconds
        state.withLock { state in
            for late in state.late.sorted(by: { $0.due < $1.due }) where late.due <= end {
                carryOut(late.act, on: late.site, &state, at: late.due)
            }
            state.late.removeAll { $0.due <= end }
        }
    }

    /// Lets the senders of what nobody answers give up.
    func timeOut() {
        let now = uptime
        let held = state.withLock { state -> [Held] in
            let due = state.held.filter { $0.value.due <= now }
            for key in due.keys { state.held[key] = nil }
            return due.sorted { $0.key < $1.key }.map(\.value)
        }
        for held in held { held.continuation.resume(throwing: NetworkError(.timedOut)) }
    }

    /// Ends what nobody answers, whose senders are gone.
    func giveUp() {
        let held = state.withLock { state in
            defer { state.held = [:] }
            return state.held.values.map(\.continuation)
        }
        for continuation in held { continuation.resume(throwing: CancellationError()) }
    }

    @discardableResult
    private func carryOut(
        _ act: ModelSite.Act, on site: Site, _ state: inout State, at uptime: TimeInterval, isShownAtOnce: Bool = false
    ) -> Int? {
        let number = state.sites[site]?.carryOut(act, at: start + uptime, isShownAtOnce: isShownAtOnce)
        state.trace.append("   server: \(act) -> \(number.map(String.init) ?? "-")")
        return number
    }

    // MARK: Requests

    fileprivate func response(
        to request: NetworkRequest, as account: AccountKey, name: String
    ) async throws -> NetworkResponse {
        try Task.checkCancellation()
        guard let dialect = dialects[account.site] else { throw NetworkError(.offline) }
        let act = dialect.act(of: request, as: account)
        let answer = try state.withLock { state -> (status: Int, body: String, headers: [String: String])? in
            let fate = act == nil ? fateOfQuestion(request, account, &state) : fate(of: request, account, &state)
            if let act { state.trace.append("   \(account): \(act), \(fate)") }
            return try answered(act, fate, request, account, name, dialect, &state)
        }
        guard let answer else { return try await hold() }
        var headers = answer.headers
        headers["Date"] = Self.text(of: start + uptime)
        let response = NetworkResponse(
            status: answer.status, url: request.url, headers: headers, body: Data(answer.body.utf8))
        try ResponseCheck.check(response, to: request, now: clock.now)
        return response
    }

    /// The answer to a request; `nil` for one that is held.
    private func answered(
        _ act: ModelSite.Act?, _ fate: Fate, _ request: NetworkRequest, _ account: AccountKey, _ name: String,
        _ dialect: any ModelDialect, _ state: inout State
    ) throws -> (status: Int, body: String, headers: [String: String])? {
        func perform(isShownAtOnce: Bool = false) -> String? {
            guard let act else {
                return dialect.answer(
                    to: request, as: account, name: name, on: state.sites[account.site] ?? ModelSite(),
                    at: start + uptime)
            }
            return carryOut(act, on: account.site, &state, at: uptime, isShownAtOnce: isShownAtOnce).map {
                dialect.answer(to: act, $0, on: state.sites[account.site] ?? ModelSite())
            }
        }
        switch fate {
        case .answered:
            let body = perform()
            if body == nil, act != nil { return (dialect.refusal.status, dialect.refusal.body, [:]) }
            return (body == nil ? 404 : 200, body ?? #"{"error":"not_found"}"#, [:])
        case .lost(let isDone):
            if isDone { _ = perform() }
            throw NetworkError(.offline, underlying: ConnectionFailure(.lost))
        case .late(let seconds):
            if let act { state.late.append((account.site, act, uptime + seconds)) }
            throw NetworkError(.timedOut)
        case .serverError(let isDone):
            if isDone { _ = perform(isShownAtOnce: true) }
            return (500, "{}", [:])
        case .tooMany: return (429, "{}", ["Retry-After": "20"])
        case .paused: return (dialect.pause.status, dialect.pause.body, [:])
        case .refused: return (dialect.refusal.status, dialect.refusal.body, [:])
        case .unauthorized: return (401, "{}", [:])
        case .unreachable: throw NetworkError(.offline, underlying: ConnectionFailure(.refused))
        case .page:
            _ = perform()
            return (200, "<html><body>Thank you.</body></html>", ["Content-Type": "text/html"])
        case .cut:
            guard let body = perform() else { return (dialect.refusal.status, dialect.refusal.body, [:]) }
            return (200, String(body.prefix(max(1, body.count / 2))), [:])
        case .held(let isDone):
            if isDone { _ = perform() }
            return nil
        }
    }

    private func hold() async throws -> NetworkResponse {
        let number = state.withLock { state in
            state.lastHeld += 1
            return state.lastHeld
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.held[number] = Held(due: uptime + 30, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            state.withLock { $0.held.removeValue(forKey: number) }?.continuation.resume(throwing: CancellationError())
        }
    }

    // MARK: Fates

    private func fate(of request: NetworkRequest, _ account: AccountKey, _ state: inout State) -> Fate {
        guard state.hasFaults else { return .answered }
        let draw = draws(for: request, account, &state)
        let isDone = draw(2) == 0
        switch draw(26) {
        case 0, 1: return .lost(isDone: isDone)
        case 2, 3: return .late(Double(draw(55)))
        case 4, 5: return .serverError(isDone: isDone)
        case 6: return .tooMany
        case 7: return .paused
        case 8: return .refused
        case 9: return .unauthorized
        case 10: return .unreachable
        case 11: return .page
        case 12: return .cut
        case 13, 14: return .held(isDone: isDone)
        default: return .answered
        }
    }

    private func fateOfQuestion(_ request: NetworkRequest, _ account: AccountKey, _ state: inout State) -> Fate {
        guard state.hasFaults else { return .answered }
        let draw = draws(for: request, account, &state)
        switch draw(24) {
        case 0: return .unreachable
        case 1: return .serverError(isDone: false)
        case 2: return .unauthorized
        default: return .answered
        }
    }

    /// Numbers that depend on the seed, on what is asked, and on how often it was asked before.
    private func draws(
        for request: NetworkRequest, _ account: AccountKey, _ state: inout State
    ) -> (UInt64) -> UInt64 {
        let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let key = "\(account) \(request.method.rawValue) \(request.url.absoluteString) \(body)"
        state.counts[key, default: 0] += 1
        var number = seed ^ UInt64(state.counts[key] ?? 0) &* 0x9E37_79B9_7F4A_7C15
        for byte in key.utf8 { number = (number ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let random = SeededRandomSource(seed: number)
        return { random.next() % $0 }
    }

    /// A date as a header has it.
    private static func text(of date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        let clock = [parts.hour, parts.minute, parts.second].map(two).joined(separator: ":")
        return "Mon, \(two(parts.day)) \(months[(parts.month ?? 1) - 1]) \(parts.year ?? 0) \(clock) GMT"
    }
}

/// The way to the servers with one account's own session.
struct ModelRequests: RequestProvider {
    let servers: ModelServers
    let account: AccountKey
    let name: String

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        try await servers.response(to: request, as: account, name: name)
    }

    func shutDown() async {}
}
