public import Core
public import PostFeatures

/// A view model of the list of rooms: what is stored first, then what the server has.
///
/// It starts nothing by itself: call ``load()``. From then on ``state`` follows what is stored, until ``stop()`` or until
/// it is released.
@MainActor
public final class RoomListViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The rooms, those that changed last first.
        public internal(set) var rooms: [ChatRoom] = []
        /// Whether the list is being fetched.
        public internal(set) var isLoading = false
        /// Whether the list was fetched at least once, so that an empty one says that there are no rooms.
        public internal(set) var wasFetched = false
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview.
        ///
        /// - Parameters:
        ///   - rooms: The rooms; none by default.
        ///   - banner: The error to show; none by default.
        public init(rooms: [ChatRoom] = [], banner: Banner? = nil) {
            (self.rooms, self.banner) = (rooms, banner)
        }

        /// The number of rooms with something that was not shown, for a badge.
        public var unreadCount: Int { rooms.count(where: \.isUnread) }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let messages: any MessageProvider
    private let account: AccountKey
    private var following: Task<Void, Never>?

    /// Creates a view model of the registered `MessageProvider`; it starts nothing.
    ///
    /// - Parameter account: The account whose rooms are shown.
    public init(_ account: AccountKey) {
        messages = Dependency.resolve((any MessageProvider).self)
        self.account = account
    }

    deinit { following?.cancel() }

    /// Shows what is stored, follows it from then on, and fetches the list.
    public func load() async {
        if following == nil {
            let changes = messages.changes()
            following = Task { [weak self] in
                for await _ in changes { await self?.show() }
            }
        }
        await show()
        await refresh()
    }

    /// Fetches the list; what is shown stays where that fails.
    public func refresh() async {
        guard !state.value.isLoading else { return }
        state.update { $0.isLoading = true }
        do {
            let update = try await messages.refreshRooms(of: account)
            state.update { state in
                state.take(update)
                state.isLoading = false
                state.banner = update.error.map { Banner($0, cause: .content) }
            }
        } catch {
            let isCancelled = error is CancellationError
            state.update { state in
                state.isLoading = false
                if !isCancelled { state.banner = Banner(DataError(error), cause: .content) }
            }
        }
    }

    /// Ends following what is stored; ``load()`` begins it again.
    public func stop() {
        following?.cancel()
        following = nil
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    private func show() async {
        do {
            let update = try await messages.rooms(of: account)
            state.update { $0.take(update) }
        } catch is CancellationError {
            // Nobody looks any more.
        } catch {
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
        }
    }
}

extension RoomListViewModel.State {
    fileprivate mutating func take(_ update: RoomUpdate) {
        rooms = update.rooms
        wasFetched = wasFetched || update.refreshed != nil
    }
}
