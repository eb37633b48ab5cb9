public import Core
public import PostFeatures

/// The state of a screen that shows one person.
public struct ProfileState: Equatable, Sendable {
    /// A button of the person's head, on the left.
    public enum LeftButton: Hashable, Sendable {
        /// It leads to the settings: it is the person who looks.
        case settings
        /// It follows the person.
        case follow
        /// It ends that.
        case unfollow
    }

    /// A button of the person's head, on the right.
    public enum RightButton: Hashable, Sendable {
        /// It leads to the posts that the person likes: it is the person who looks.
        case liked
        /// It leads to the room with the person.
        case chat
    }

    /// The button of the person's sheet.
    public enum SheetButton: Hashable, Sendable {
        /// It leads to the own profile's fields: it is the person who looks.
        case edit
        /// It follows the person.
        case follow
        /// The person is followed; it ends that.
        case following
    }

    /// The person; `nil` before anything is known of them.
    public internal(set) var person: ShownPerson?
    /// Whether the server is being asked.
    public internal(set) var isLoading = false
    /// A wish to follow the person, or not to, that the server has refused; what is shown is what it was before.
    public internal(set) var refused: OutboxItem?
    /// The error of the last call, until the next success.
    public internal(set) var banner: Banner?
    /// Everything that was refused when what is shown was read.
    var failed: [OutboxItem] = []

    /// Creates a state of nobody.
    public init() {}

    /// The button on the left of the head; `nil` while it is not known which it is.
    public var leftButton: LeftButton? {
        guard let person else { return nil }
        return person.isMe ? .settings : person.isFollowed.map { $0 ? .unfollow : .follow }
    }

    /// The button on the right of the head; `nil` before anything is known of the person.
    public var rightButton: RightButton? { person.map { $0.isMe ? .liked : .chat } }

    /// The button of the sheet; `nil` while it is not known which it is.
    public var sheetButton: SheetButton? {
        guard let person else { return nil }
        return person.isMe ? .edit : person.isFollowed.map { $0 ? .following : .follow }
    }

    /// The number of followers in short form, such as `1.2K`.
    public var followerText: String { ShortCount.text(person?.followerCount ?? 0) }
    /// The number of people whom the person follows, in short form.
    public var followingText: String { ShortCount.text(person?.followingCount ?? 0) }
    /// The number of the person's posts, in short form.
    public var postText: String { ShortCount.text(person?.postCount ?? 0) }
}

/// What the screens of one person have in common: they follow what is stored of them, and a tap follows them or ends that.
@MainActor
final class PersonScreen {
    let state = ObservableValue(ProfileState())

    private let user: String?
    private let people: CommunityPeople
    private var throttle: Throttle
    private var following: Task<Void, Never>?
    /// The place of the reading that is shown, in the order in which readings were begun.
    private var order = 0
    /// The error of the last reading that was shown: one that was dismissed does not come back with the next change.
    private var readError: DataError?

    init(_ user: String?, tapsApart pause: Duration) {
        self.user = user
        people = Dependency.resolve(CommunityPeople.self)
        throttle = Throttle(pause)
    }

    deinit { following?.cancel() }

    // MARK: Reading

    /// Shows what is stored and follows it, and asks the server where that is not fresh.
    func appear() async {
        await read(.stored)
        if following == nil {
            let reads = people.reads(of: user)
            following = Task { [weak self] in
                for await read in reads { self?.take(read) }
            }
        }
        await read(.fresh)
    }

    func refresh() async { await read(.anew) }

    /// Shows what is stored now, before it returns.
    func reload() async { await read(.stored) }

    func disappear() {
        following?.cancel()
        following = nil
    }

    private func read(_ reading: CommunityPeople.Reading) async {
        if reading != .stored {
            // Whoever asks again is told again.
            readError = nil
            state.update { $0.isLoading = true }
        }
        do {
            let read = try await people.read(user, reading)
            show(read)
        } catch {
            if error is CancellationError || Task.isCancelled {
                state.update { $0.isLoading = false }
                return
            }
            fail(DataError(error), .content)
        }
    }

    private func take(_ read: Result<CommunityPeople.Read, DataError>) {
        switch read {
        case .success(let read): show(read)
        case .failure(let error): fail(error, .content)
        }
    }

    private func show(_ read: CommunityPeople.Read) {
        guard read.order > order else { return }
        order = read.order
        let refused = read.state.person.flatMap { person in
            people.refused(people.kinds.follow.name, among: read.failed) { $0.user == person.person.id }
        }
        state.update { state in
            state.person = read.state.person
            state.isLoading = read.state.isRefreshing
            state.refused = refused
            state.failed = read.failed
            if let error = read.state.error {
                guard error != readError else { return }
                state.banner = Banner(error, cause: .content, isDismissible: state.person != nil)
            } else if state.banner?.cause == .content, read.state.person != nil {
                state.banner = nil
            }
        }
        readError = read.state.error
    }

    private func fail(_ error: DataError, _ cause: Banner.Cause) {
        state.update { state in
            state.isLoading = false
            // Somebody who has logged out sees nothing of theirs any more.
            if error.code == .unauthorized { state.person = nil }
            state.banner = Banner(error, cause: cause, isDismissible: cause == .action || state.person != nil)
        }
    }

    // MARK: Acting

    func toggleFollow() async {
        guard let person = state.value.person, let isFollowed = person.isFollowed, !person.isMe, throttle.admits()
        else { return }
        await perform {
            _ = try await self.people.follow(person.person, !isFollowed)
        }
    }

    func giveUpRefused() async {
        guard let refused = state.value.refused else { return }
        await perform { try await self.people.giveUp(refused.id) }
    }

    func dismissBanner() {
        state.update { state in
            if state.banner?.isDismissible == true { state.banner = nil }
        }
    }

    /// Does what a person wants, and shows what has come of it before it returns.
    private func perform(_ work: @MainActor () async throws -> Void) async {
        do {
            try await work()
            state.update { if $0.banner?.cause == .action { $0.banner = nil } }
            show(try await people.read(user, .stored))
        } catch {
            if error is CancellationError || Task.isCancelled { return }
            fail(DataError(error), .action)
        }
    }
}

/// The state of a screen in which a person changes something of their own.
protocol OwnChangeState {
    var isBusy: Bool { get set }
    var banner: Banner? { get set }
}

extension ObservableValue where Value: OwnChangeState {
    /// Does what a person wants, shows meanwhile that it is under way, and shows what was wrong.
    ///
    /// - Parameters:
    ///   - work: What is done.
    ///   - screen: The person's screen, which shows what has come of it before this returns.
    @MainActor
    func perform(_ work: @MainActor () async throws -> Void, then screen: PersonScreen) async {
        update { $0.isBusy = true }
        do {
            try await work()
            await screen.reload()
            update { ($0.isBusy, $0.banner) = (false, nil) }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            update { state in
                state.isBusy = false
                if !isCancelled { state.banner = Banner(DataError(error), cause: .action) }
            }
        }
    }
}
