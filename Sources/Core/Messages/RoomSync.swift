import Foundation

/// The rules by which an open room is kept in step with its server: no message is left out, whatever breaks when.
///
/// A value without clock, disk and network: an event goes in, actions come out. Live events are joined first and held
/// back; then the server is asked for everything since the last complete answer; then what was held back is stored. A
/// request that began before the events were joined says nothing of what happened in between, so it is made again. What
/// is stored twice is the same message, so nothing depends on what comes first.
package struct RoomSync: Equatable, Sendable {
    /// Something that happened to an open room.
    package enum Event: Equatable, Sendable {
        /// The room was opened; live events may come, or there are none.
        case opened(isLive: Bool)
        /// Live events come from now on.
        case connected
        /// Live events do not come; they may come again by themselves.
        case disconnected(DataError?)
        /// A message came.
        case message(RemoteMessage)
        /// A request ended: its answer is stored as a whole, or failed.
        case answered(Int, DataError?)
        /// Messages that came live could not be stored.
        case notStored(DataError)
        /// The time of a pause is over.
        case waited(Int)
        /// The network's path has returned.
        case reachable
        /// The room was left.
        case left
    }

    /// Something to be done.
    package enum Action: Equatable, Sendable {
        /// Join the live events.
        case join
        /// Ask for everything since the last complete answer, and store it.
        case fetch(Int)
        /// Store messages that came live.
        case store([RemoteMessage])
        /// Say when a time is over.
        case wait(Int, Duration)
        /// Ask for the list of rooms, as something may have been missed.
        case refreshRooms
        /// Leave the live events.
        case leave
    }

    /// Whether the room is open.
    package private(set) var isOpen = false
    /// Whether live events come.
    package private(set) var isConnected = false
    /// Whether everything was asked for since live events were joined last, or they do not come.
    package private(set) var isInStep = false
    /// The error of the last request; `nil` where it went well.
    package private(set) var error: DataError?
    /// The number of the request under way.
    package private(set) var fetching: Int?
    private var isStale = false
    private var hasConnected = false
    private var isLive = false
    private var held: [RemoteMessage] = []
    private var failures = 0
    private var lastFetch = 0
    private var lastWait = 0

    /// The time that the first connection is waited for before the server is asked without it.
    package static let patience = Duration.seconds(3)
    /// The time between two requests while live events do not come.
    package static let interval = Duration.seconds(30)
    /// The number of messages that are held back; beyond it they are asked for once more.
    package static let mostHeld = 1000

    /// Creates the rules of a room that is not open.
    package init() {}

    /// Takes an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: What to do, in this order.
    package mutating func handle(_ event: Event) -> [Action] {
        if case .opened(let isLive) = event {
            guard !isOpen else { return [] }
            (isOpen, self.isLive) = (true, isLive)
            return isLive ? [.join, wait(Self.patience)] : fetch()
        }
        guard isOpen else { return [] }
        switch event {
        case .opened: return []
        case .connected: return connected()
        case .disconnected:
            isConnected = false
            // The server is asked without it, the first time and from time to time.
            if fetching != nil { return [] }
            return isInStep ? [wait(Self.interval)] : fetch()
        case .message(let message): return came(message)
        case .answered(let number, let error): return answered(number, error)
        case .notStored(let error): return notStored(error)
        case .waited(let number): return number == lastWait && fetching == nil ? fetch() : []
        case .reachable: return fetching == nil && (!isConnected || error != nil) ? fetch() : []
        case .left:
            defer { self = RoomSync() }
            return (held.isEmpty ? [] : [.store(held)]) + (isLive ? [.leave] : [])
        }
    }

    private mutating func connected() -> [Action] {
        let isAgain = hasConnected
        (isConnected, hasConnected, isInStep) = (true, true, false)
        failures = 0
        let list: [Action] = isAgain ? [.refreshRooms] : []
        guard fetching == nil else {
            isStale = true
            return list
        }
        return fetch() + list
    }

    private mutating func came(_ message: RemoteMessage) -> [Action] {
        guard fetching != nil else { return [.store([message])] }
        guard held.count < Self.mostHeld else {
            // All of it is asked for again.
            held = []
            isStale = true
            return []
        }
        held.append(message)
        return []
    }

    private mutating func answered(_ number: Int, _ error: DataError?) -> [Action] {
        guard number == fetching else { return [] }
        (fetching, self.error) = (nil, error)
        var actions: [Action] = held.isEmpty ? [] : [.store(held)]
        held = []
        if isStale { return actions + fetch() }
        if let error {
            failures += 1
            // The room is over, and stays so.
            guard error.code != .notFound else { return actions }
            // What does not pass by itself may be mended meanwhile, as by signing in.
            let pause = error.isRetryable ? Self.pause(behind: failures) : Self.longest
            actions.append(wait(max(error.retryAfter ?? .zero, pause)))
        } else {
            failures = 0
            isInStep = true
            if !isConnected { actions.append(wait(Self.interval)) }
        }
        return actions
    }

    /// Asks again, behind a pause, for messages that could not be stored.
    ///
    /// The next answer has them, as the time up to which all is there has not moved.
    private mutating func notStored(_ error: DataError) -> [Action] {
        (isInStep, self.error) = (false, error)
        failures += 1
        guard fetching == nil else {
            isStale = true
            return []
        }
        return [wait(Self.pause(behind: failures))]
    }

    private mutating func fetch() -> [Action] {
        isStale = false
        lastFetch += 1
        fetching = lastFetch
        // A pause that ends meanwhile says nothing.
        lastWait += 1
        return [.fetch(lastFetch)]
    }

    private mutating func wait(_ time: Duration) -> Action {
        lastWait += 1
        return .wait(lastWait, time)
    }

    /// The longest pause behind a failure.
    private static let longest = Duration.seconds(300)

    /// 5 s, then twice as long each time, five minutes at most.
    private static func pause(behind failures: Int) -> Duration {
        min(longest, .seconds(5 << min(failures - 1, 6)))
    }
}
