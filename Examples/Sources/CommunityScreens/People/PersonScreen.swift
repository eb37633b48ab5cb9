import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// A person, whether it is their sheet or their whole profile: what the screen needs of its view model.
@MainActor
private protocol PersonModel: AnyObject {
    var state: ObservableValue<ProfileState> { get }
    func appear() async
    func refresh() async
    func disappear()
    func toggleFollow() async
    func giveUpRefused() async
    func dismissBanner()
}

extension ProfileViewModel: PersonModel {}

extension ProfileSheetViewModel: PersonModel {}

/// A person: who it is, the three numbers, and what one can do.
@MainActor
final class PersonScreen: AppScreen {
    /// Something that the screen leads to, or does.
    private enum Item: Hashable, Sendable {
        case followers, following, posts, profile, settings, liked, follow, chat, donate
    }

    private let context: CommunityContext
    private let model: any PersonModel
    /// The person's id; nil for oneself.
    private let user: String?
    private let isSheet: Bool
    private var tokens: [ObservationToken] = []
    private var list = RowList<Item>()
    /// The number of rows above the list as they were drawn last.
    private var headRows = 0

    /// Creates the screen of a whole profile, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - user: The person's id; nil for oneself.
    convenience init(_ context: CommunityContext, of user: String?) {
        self.init(context, ProfileViewModel(of: user), user, isSheet: false)
    }

    /// Creates the screen of a person as it opens from a post or a comment, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - user: The person's id.
    convenience init(_ context: CommunityContext, sheetOf user: String) {
        self.init(context, ProfileSheetViewModel(of: user), user, isSheet: true)
    }

    private init(_ context: CommunityContext, _ model: any PersonModel, _ user: String?, isSheet: Bool) {
        (self.context, self.model, self.user, self.isSheet) = (context, model, user, isSheet)
    }

    private var state: ProfileState { model.state.value }
    private var isMe: Bool { state.person?.isMe ?? (user == nil) }

    private var items: [Item] {
        guard let person = state.person else { return [] }
        if isSheet { return isMe ? [.settings, .profile] : [.follow, .profile, .chat, .donate] }
        let numbers: [Item] = [.followers, .following, .posts]
        return numbers + (person.isMe ? [.settings, .liked] : [.follow, .chat, .donate])
    }

    var title: StyledText {
        StyledText(state.person?.person.nick ?? user ?? context.text(.profile), .title)
    }

    var banner: Banner? { state.banner }
    var isFetching: Bool { state.isLoading }
    var actions: [CommunityAction] {
        var others: [CommunityAction] = isMe ? [.follow, .message, .donate] : []
        if state.person?.isFollowed == nil { others.append(.follow) }
        if state.refused == nil { others.append(.giveUp) }
        return CommunityAction.inPerson.filter { !others.contains($0) }
    }

    func start() {
        tokens = [context.follow(model.state)]
        context.run { [model] in await model.appear() }
    }

    func stop() {
        tokens = []
        model.disappear()
    }

    func dismissBanner() { model.dismissBanner() }

    // MARK: Keys

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        list.follow(items)
        if list.move(by: action) { return .none }
        switch action {
        case .open: return list.selectedID.map(open) ?? .none
        case .follow where !isMe: return open(.follow)
        case .message where !isMe: return open(.chat)
        case .donate where !isMe: return open(.donate)
        case .giveUp: context.keep { [model] in await model.giveUpRefused() }
        case .refresh: context.run { [model] in await model.refresh() }
        case .menu: return .show(MenuScreen(context))
        case .back: return .close
        default: break
        }
        return .none
    }

    private func open(_ item: Item) -> ScreenChange<CommunityAction> {
        switch item {
        case .followers: return .show(PeopleScreen(context, .followers, of: user))
        case .following: return .show(PeopleScreen(context, .following, of: user))
        case .posts:
            return .show(PostListScreen(context, PersonPostsViewModel(of: user), named: title.text))
        case .profile: return .show(PersonScreen(context, of: user))
        case .settings: return .show(SettingsScreen(context))
        case .liked:
            let name = context.texts.name(of: ProfileState.RightButton.liked)
            return .show(PostListScreen(context, LikedPostsViewModel(), named: name))
        case .follow: context.keep { [model] in await model.toggleFollow() }
        case .chat:
            guard let account = context.account else { return .say(context.text(.signInFirst)) }
            guard let id = state.person?.person.id ?? user else { return .none }
            return .show(ChatScreen(context, account, with: id))
        case .donate:
            guard let id = state.person?.person.id ?? user else { return .none }
            return .show(DonateScreen(context, to: id))
        }
        return .none
    }

    func click(row: Int) -> ScreenChange<CommunityAction> {
        list.follow(items)
        return list.click(line: row - headRows) ? perform(.open) : .none
    }

    // MARK: Drawing

    private func words(for item: Item) -> String {
        switch item {
        case .followers: "\(context.format.text(PeoplePhrase.followers)): \(state.followerText)"
        case .following: "\(context.format.text(PeoplePhrase.followed)): \(state.followingText)"
        case .posts: "\(context.format.text(PeoplePhrase.posts)): \(state.postText)"
        case .profile: context.text(.profile)
        case .settings:
            isSheet
                ? state.sheetButton.map(context.texts.name(of:)) ?? ""
                : state.leftButton.map(context.texts.name(of:)) ?? ""
        case .liked: context.texts.name(of: ProfileState.RightButton.liked)
        case .follow:
            (isSheet ? state.sheetButton.map(context.texts.name(of:)) : state.leftButton.map(context.texts.name(of:)))
                ?? context.text(.notKnownWhetherFollowed)
        case .chat: context.texts.name(of: ProfileState.RightButton.chat)
        case .donate: context.format.text(PaymentPhrase.give)
        }
    }

    private func head(columns: Int) -> [StyledText] {
        guard let person = state.person else { return [] }
        var lines = [StyledText(person.person.nick, .bold)]
        let known = [person.email, person.phone].compactMap(\.self).filter { !$0.isEmpty }
        if !known.isEmpty { lines.append(StyledText(known.joined(separator: " · "), .dim)) }
        if isSheet {
            lines.append(StyledText("\(context.format.text(PeoplePhrase.followers)): \(state.followerText)", .dim))
        }
        if let isOn = person.takesDonations, person.isMe {
            lines.append(StyledText(context.format.text(isOn ? PeoplePhrase.donationsOn : .donationsOff), .dim))
        }
        if person.isPending { lines.append(StyledText(context.text(AppPhrase.unsent), CellStyle(.yellow))) }
        if let refused = state.refused {
            lines += context.texts.refusedText(of: refused).lines(toColumns: columns, .problem)
        }
        return lines + [""]
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        let items = items
        list.follow(items)
        guard !items.isEmpty else {
            let phrase: ListPhrase = state.isLoading || state.banner == nil ? .loading : .nothing
            return screen.draw(StyledText("  " + context.format.text(phrase), .dim), row: 1, in: region)
        }
        var rest = region
        let head = head(columns: region.columns.count - 2)
        let top = rest.takeTop(head.count)
        headRows = top.rows.count
        for (row, line) in head.enumerated() { screen.draw("  " + line, row: row, in: top) }
        list.draw(in: rest, on: &screen) { [StyledText(words(for: items[$0]))] }
    }
}
