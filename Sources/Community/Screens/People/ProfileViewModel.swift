public import Core

/// A view model of a person's head: who it is, the three numbers, and two buttons.
///
/// One's own leads to the settings and to what one likes, another person's follows them and opens the room with them. It
/// follows what is stored: what is followed or changed in any other screen is shown here.
@MainActor
public final class ProfileViewModel {
    /// The state to draw.
    public var state: ObservableValue<ProfileState> { screen.state }

    private let screen: PersonScreen

    /// Creates a view model of the registered ``CommunityPeople``; it starts nothing.
    ///
    /// - Parameter user: The id of the person; `nil`, the default, for oneself.
    public init(of user: String? = nil) {
        screen = PersonScreen(user, tapsApart: .milliseconds(300))
    }

    /// Shows what is stored and follows it, and asks the server where that is not fresh; call it when the screen comes.
    public func appear() async { await screen.appear() }

    /// Asks the server again, however fresh the stored person is.
    public func refresh() async { await screen.refresh() }

    /// Stops following; call it when the screen goes.
    public func disappear() { screen.disappear() }

    /// Follows the person, or ends that; without effect where that is not known, and for oneself.
    ///
    /// A tap within 300 ms of one that counted is dropped.
    public func toggleFollow() async { await screen.toggleFollow() }

    /// Gives up the wish that the server has refused, so that it is not said any more.
    public func giveUpRefused() async { await screen.giveUpRefused() }

    /// Dismisses the banner.
    public func dismissBanner() { screen.dismissBanner() }
}

/// A view model of the sheet of a person, as it opens from a post or a comment: who it is, the number of their followers,
/// and one button.
///
/// It follows what is stored, as ``ProfileViewModel`` does.
@MainActor
public final class ProfileSheetViewModel {
    /// The state to draw.
    public var state: ObservableValue<ProfileState> { screen.state }

    private let screen: PersonScreen

    /// Creates a view model of the registered ``CommunityPeople``; it starts nothing.
    ///
    /// - Parameter user: The id of the person.
    public init(of user: String) {
        screen = PersonScreen(user, tapsApart: .milliseconds(300))
    }

    /// Shows what is stored and follows it, and asks the server where that is not fresh; call it when the sheet comes.
    public func appear() async { await screen.appear() }

    /// Asks the server again, however fresh the stored person is.
    public func refresh() async { await screen.refresh() }

    /// Stops following; call it when the sheet goes.
    public func disappear() { screen.disappear() }

    /// Follows the person, or ends that; without effect where that is not known, and for oneself.
    ///
    /// A tap within 300 ms of one that counted is dropped.
    public func toggleFollow() async { await screen.toggleFollow() }

    /// Gives up the wish that the server has refused, so that it is not said any more.
    public func giveUpRefused() async { await screen.giveUpRefused() }

    /// Dismisses the banner.
    public func dismissBanner() { screen.dismissBanner() }
}
