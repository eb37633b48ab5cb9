public import PostFeatures

/// What the screens of people say.
public enum PeoplePhrase: String, LocalizedPhrase {
    /// The button that follows a person.
    case follow
    /// The button of somebody who is followed.
    case following
    /// The button that ends following.
    case unfollow
    /// The title of the people who follow a person, and of their number.
    case followers
    /// The title of the people whom a person follows, and of their number.
    case followed
    /// The title of the number of posts.
    case posts
    /// The button that leads to the settings.
    case settings
    /// The button that leads to the posts that one likes.
    case liked
    /// The button that leads to the room with a person.
    case chat
    /// The button that leads to the own profile's fields.
    case edit
    /// The item of the picture.
    case picture
    /// The item of taking donations.
    case donations
    /// The item of the history of payments.
    case payments
    /// The button that logs out.
    case logOut
    /// The number of things that are not sent, before logging out.
    case logOutUnsent
    /// The button that saves a field.
    case save
    /// A change is stored, and not sent yet.
    case saved
    /// A change was refused, and what was before it holds again.
    case refused
    /// Donations are taken.
    case donationsOn
    /// Donations are not taken.
    case donationsOff
    /// The question before donations are taken.
    case donationsOnQuestion
    /// The question before donations are not taken any more.
    case donationsOffQuestion
    /// Nobody follows the person.
    case noFollowers
    /// The person follows nobody.
    case noFollowing

    public var english: PhraseText {
        switch self {
        case .follow: .fixed("Follow")
        case .following: .fixed("Following")
        case .unfollow: .fixed("Unfollow")
        case .followers: .fixed("Followers")
        case .followed: .fixed("Follows")
        case .posts: .fixed("Posts")
        case .settings: .fixed("Settings")
        case .liked: .fixed("Liked posts")
        case .chat: .fixed("Message")
        case .edit: .fixed("Edit profile")
        case .picture: .fixed("Picture")
        case .donations: .fixed("Donations")
        case .payments: .fixed("Payments")
        case .logOut: .fixed("Log out")
        case .logOutUnsent:
            .counted([
                .one: "% thing is not sent yet. Keep it for your next login, or discard it?",
                .other: "% things are not sent yet. Keep them for your next login, or discard them?",
            ])
        case .save: .fixed("Save")
        case .saved: .fixed("Saved. It is sent as soon as the server can be reached.")
        case .refused: .filled("The server did not take this, so nothing has changed. %")
        case .donationsOn: .fixed("You take donations")
        case .donationsOff: .fixed("You take no donations")
        case .donationsOnQuestion: .fixed("Others will be able to send you donations. Go on?")
        case .donationsOffQuestion: .fixed("Nobody will be able to send you donations any more. Go on?")
        case .noFollowers: .fixed("Nobody follows yet")
        case .noFollowing: .fixed("Nobody is followed yet")
        }
    }
}
