package import PostFeatures

/// The texts of the interactive community, beside those of the framework and of all programs with screens.
package enum CommunityScreenPhrase: String, LocalizedPhrase {
    // MARK: Actions, as the help lists them

    case menu, publish, previousCategory, nextCategory, category, like, author
    case delete, comment, edit, discard, follow, message, donate, giveUp
    case send, addPicture, removePicture, topic, find, fetch, resend

    // MARK: Titles, states and sentences

    /// The title of the first screen of somebody who is not signed in.
    case community
    /// The title of the posts of everybody.
    case home
    /// The title of the search for a hashtag.
    case hashtags
    /// The title of a person, and the way to one.
    case profile
    /// The title of the list of rooms.
    case rooms
    /// The title of a post whose author is not known.
    case post
    /// All categories.
    case allCategories
    /// A person whose name is not known.
    case somebody
    /// The person who looks.
    case me
    /// A post without a text.
    case noText
    /// Nothing was typed in the search for a hashtag.
    case typeHashtag
    /// Another person’s post or comment cannot be changed.
    case notYours
    /// The question before a deletion.
    case deleteQuestion
    /// The question before a draft is thrown away.
    case discardQuestion
    /// The answer that throws a draft away.
    case throwAway
    /// The post that was shown was deleted.
    case postIsGone
    /// A post whose change is not sent cannot be changed again.
    case editWaits
    /// The post cannot be sent yet.
    case incomplete
    /// The change changes nothing.
    case unchanged
    /// The person has deleted the post.
    case deleted
    /// A post was queued.
    case queued
    /// There are as many pictures as there may be.
    case enoughPictures
    /// Nothing can be typed while pictures are chosen.
    case picturesFirst
    /// A picture is converted.
    case preparing
    /// The field of a picture’s file.
    case path
    /// A file that is missing or cannot be opened.
    case unreadable
    /// Nobody is signed in.
    case signInFirst
    /// The server was not asked yet whether a person is followed.
    case notKnownWhetherFollowed
    /// The question before logging out, with the person's name.
    case logOutQuestion
    /// Logging out keeps what is unsent.
    case logOutKeeping
    /// Logging out removes what is unsent.
    case logOutDiscarding
    /// The button that gives a payment up.
    case giveUpPayment
    /// The person does not want to be told of what was refused any more.
    case forgetRefused
    /// Events of the room come as they happen.
    case live
    /// The number of comments.
    case comments
    /// The number of pictures.
    case pictures
    /// The number of likes, in words.
    case likes
    /// One's own like is among them.
    case isLiked
    /// The number of rooms with something new.
    case unreadRooms

    package var english: PhraseText {
        switch self {
        case .menu: .fixed("Places")
        case .publish: .fixed("Write a post")
        case .previousCategory: .fixed("Previous category")
        case .nextCategory: .fixed("Next category")
        case .category: .fixed("Category")
        case .like: .fixed("Like, or no longer")
        case .author: .fixed("Show the author")
        case .delete: .fixed("Delete")
        case .comment: .fixed("Comment")
        case .edit: .fixed("Change the post")
        case .discard: .fixed("Throw away what is not sent")
        case .follow: .fixed("Follow, or no longer")
        case .message: .fixed("Write to this person")
        case .donate: .fixed("Donate")
        case .send: .fixed("Send")
        case .addPicture: .fixed("Add a picture")
        case .removePicture: .fixed("Take away the last picture")
        case .topic: .fixed("Choose a category")
        case .find: .fixed("Search")
        case .fetch: .fixed("Ask for what is new")
        case .resend: .fixed("Send it again")
        case .community: .fixed("Community")
        case .home: .fixed("Home")
        case .hashtags: .fixed("Hashtags")
        case .profile: .fixed("Profile")
        case .rooms: .fixed("Messages")
        case .post: .fixed("Post")
        case .allCategories: .fixed("All")
        case .somebody: .fixed("Somebody")
        case .me: .fixed("I")
        case .noText: .fixed("(no text)")
        case .typeHashtag: .fixed("Type a hashtag")
        case .notYours: .fixed("It is not yours.")
        case .deleteQuestion: .fixed("Delete it for good?")
        case .discardQuestion: .fixed("Throw away what you have written?")
        case .throwAway: .fixed("Throw it away")
        case .postIsGone: .fixed("This post is gone.")
        case .editWaits: .fixed("A change of it is not sent yet. Wait for that first.")
        case .incomplete: .fixed("A post needs a text and a picture.")
        case .unchanged: .fixed("Nothing was changed.")
        case .deleted: .fixed("Deleted.")
        case .queued: .fixed("Stored. It goes out by itself.")
        case .enoughPictures: .fixed("No more pictures can be added.")
        case .picturesFirst: .fixed("Send the pictures first, or take them away.")
        case .preparing: .fixed("The picture is being made to fit.")
        case .path: .fixed("File")
        case .unreadable: .fixed("This file cannot be read.")
        case .signInFirst: .fixed("Sign in first.")
        case .notKnownWhetherFollowed: .fixed("Not known whether you follow them")
        case .logOutQuestion: .filled("Log out %?")
        case .logOutKeeping: .fixed("Log out, and keep what is not sent for the next time")
        case .logOutDiscarding: .fixed("Log out, and remove everything from this device")
        case .giveUp, .giveUpPayment: .fixed("Give it up")
        case .forgetRefused: .fixed("Forget what was refused")
        case .live: .fixed("live")
        case .comments: .counted([.one: "% comment", .other: "% comments"])
        case .pictures: .counted([.one: "% picture", .other: "% pictures"])
        case .likes: .counted([.one: "% like", .other: "% likes"])
        case .isLiked: .fixed("you like it")
        case .unreadRooms: .counted([.one: "% new", .other: "% new"])
        }
    }
}
