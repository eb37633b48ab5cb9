public import Core
public import PostFeatures

/// A view model of a person's followers, or of the people whom they follow.
///
/// The people are read once for each appearance, so that somebody who was un-followed by mistake stays in the list and can
/// be followed again. Whether each is followed is that of every other screen.
@MainActor
public final class FollowListViewModel {
    /// A list of people.
    public enum List: Hashable, Sendable, CaseIterable {
        /// The people who follow the person.
        case followers
        /// The people whom the person follows.
        case following
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The people in the server's order.
        public internal(set) var rows: [PersonRow] = []
        /// Whether the server is being asked.
        public internal(set) var isLoading = false
        /// Whether a list was read, so that one without rows is empty.
        public internal(set) var isLoaded = false
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state without people.
        public init() {}

        /// Whether there is nobody in the list.
        public var isEmpty: Bool { isLoaded && rows.isEmpty }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private static let pause = Duration.milliseconds(500)
    private let list: List
    private let user: String?
    private let people: CommunityPeople
    private let time: any TimeProvider
    private var followingOwn: Task<Void, Never>?
    /// The place of the reading by which the flags are shown, and what it said.
    private var order = 0
    private var own: OwnFollowing?
    /// What was tapped and is not queued yet, and the pause of each.
    private var tapped: [String: (isFollowed: Bool, pause: Task<Void, Never>)] = [:]
    /// Who was tapped since the list appeared: they stay in it.
    private var touched: Set<String> = []
    /// Grows with each appearance.
    private var appearance = 0

    /// Creates a view model of the registered ``CommunityPeople``; it starts nothing.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - user: The id of the person; `nil`, the default, for oneself.
    public init(_ list: List, of user: String? = nil) {
        (self.list, self.user) = (list, user)
        people = Dependency.resolve(CommunityPeople.self)
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    }

    // What was tapped is queued after its pause, also where the screen is gone by then.
    deinit { followingOwn?.cancel() }

    // MARK: Reading

    /// Shows the stored list, and then that of the server; call it each time that the screen comes.
    public func appear() async {
        appearance += 1
        touched = Set(tapped.keys)
        followOwn()
        state.update { $0.isLoading = true }
        await read(.stored)
        await read(.anew)
    }

    /// Stops following, and queues at once what was tapped; call it when the screen goes.
    public func disappear() async {
        followingOwn?.cancel()
        followingOwn = nil
        for (id, tap) in tapped {
            tap.pause.cancel()
            await queue(id, tap.isFollowed)
        }
    }

    private func read(_ reading: CommunityPeople.Reading) async {
        let reader = appearance
        do {
            let read = try await people.read(user, reading)
            guard reader == appearance else { return }
            take(read.following, order: read.order)
            guard let person = read.state.person else { return }
            let rows = list == .followers ? person.followers : person.following
            state.update { state in
                state.rows = shown(keepingTouched(of: state.rows, in: rows))
                state.isLoaded = true
                if reading == .anew { state.isLoading = false }
                state.banner = read.state.error.map { Banner($0, cause: .content) }
            }
        } catch {
            guard reader == appearance else { return }
            let isCancelled = error is CancellationError || Task.isCancelled
            state.update { state in
                state.isLoading = false
                if !isCancelled {
                    state.banner = Banner(DataError(error), cause: .content, isDismissible: state.isLoaded)
                }
            }
        }
    }

    /// Puts those who were tapped, and are not in the list any more, where they were.
    private func keepingTouched(of old: [PersonRow], in new: [PersonRow]) -> [PersonRow] {
        var rows = new
        for (index, row) in old.enumerated() where touched.contains(row.id) && !new.contains(where: { $0.id == row.id })
        {
            rows.insert(row, at: min(index, rows.count))
        }
        return rows
    }

    private func followOwn() {
        guard followingOwn == nil else { return }
        let reads = people.reads(of: nil)
        followingOwn = Task { [weak self] in
            for await read in reads {
                if case .success(let read) = read { self?.take(read.following, order: read.order) }
            }
        }
    }

    private func take(_ following: OwnFollowing, order: Int) {
        guard order > self.order else { return }
        (self.order, own) = (order, following)
        state.update { $0.rows = shown($0.rows) }
    }

    /// The rows with their flags: what was tapped, else what is known.
    private func shown(_ rows: [PersonRow]) -> [PersonRow] {
        rows.map { row in
            var row = own?.row(row.person) ?? row
            if let tap = tapped[row.id] { row.isFollowed = tap.isFollowed }
            return row
        }
    }

    // MARK: Tapping

    /// Follows a person of the list, or ends that: shown at once, and queued when nobody has tapped them for 500 ms.
    ///
    /// Without effect for oneself, and where it is not known whether the person is followed.
    ///
    /// - Parameter id: The id of the person.
    public func toggle(_ id: String) {
        guard let row = state.value.rows.first(where: { $0.id == id }), !row.isMe, let isFollowed = row.isFollowed
        else { return }
        tapped[id]?.pause.cancel()
        touched.insert(id)
        let wish = !isFollowed
        let pause = Task { [people, time, weak self] in
            do {
                try await time.sleep(for: Self.pause)
                try Task.checkCancellation()
            } catch {
                // Tapped again, or queued by the screen that goes.
                return
            }
            if let self {
                await self.queue(id, wish)
            } else {
                // Nobody is there any more who could be told what is wrong; the outbox keeps what was queued.
                _ = try? await people.follow(row.person, wish)
            }
        }
        tapped[id] = (wish, pause)
        state.update { $0.rows = shown($0.rows) }
    }

    /// Queues what was tapped, where it is not as it was before.
    private func queue(_ id: String, _ isFollowed: Bool) async {
        guard let row = state.value.rows.first(where: { $0.id == id }) else {
            tapped[id] = nil
            return
        }
        var failure: DataError?
        do {
            // What the screen was told last may be older than what was queued a moment ago.
            var read = try await people.read(nil, .stored)
            if read.following.isFollowed(id) != isFollowed {
                _ = try await people.follow(row.person, isFollowed)
                read = try await people.read(nil, .stored)
            }
            untap(id, isFollowed)
            take(read.following, order: read.order)
        } catch {
            untap(id, isFollowed)
            if !(error is CancellationError) { failure = DataError(error) }
        }
        state.update { state in
            state.rows = shown(state.rows)
            if let failure { state.banner = Banner(failure, cause: .action) }
        }
    }

    /// Forgets what was tapped, unless it was tapped again meanwhile.
    private func untap(_ id: String, _ isFollowed: Bool) {
        if tapped[id]?.isFollowed == isFollowed { tapped[id] = nil }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { state in
            if state.banner?.isDismissible == true { state.banner = nil }
        }
    }
}
