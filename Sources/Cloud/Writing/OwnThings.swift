public import Core
public import Foundation

/// What a look has found of an account's own comments or posts in the place where a text would be that may have arrived.
///
/// The library decides which of them is the text: an equal one that was not there before the attempt, by the server's
/// clock, and that no other intent has made.
public struct OwnThings: Sendable {
    /// A comment or a post of the account's own.
    public struct Thing: Hashable, Sendable {
        /// The site's own id.
        public let id: String
        /// Its date by the server's clock; `nil` where it has none.
        public let created: Date?
        /// Whether it is equal to what is looked for.
        public let isEqual: Bool

        /// Creates a thing.
        ///
        /// - Parameters:
        ///   - id: The site's own id.
        ///   - created: Its date by the server's clock; `nil` where it has none.
        ///   - isEqual: Whether it is equal to what is looked for; ``OwnThings/areEqual(_:_:)`` compares texts.
        public init(id: String, created: Date?, isEqual: Bool) {
            self.id = id
            self.created = created
            self.isEqual = isEqual
        }
    }

    /// The things, in any order.
    public var things: [Thing]
    /// The date that the server told with the last answer of the look (`NetworkResponse.serverDate`); `nil` where it
    /// told none.
    public var serverDate: Date?
    /// The reason for which a thing that is not listed may be there all the same; `nil` where there is none.
    ///
    /// So where the list was cut before the attempt, or the place is gone.
    public var problem: DataError?

    /// Creates what a look has found.
    ///
    /// - Parameters:
    ///   - things: The account's own things in the place, all that are not older than the attempt.
    ///   - serverDate: The date that the server told with the last answer; `nil` where it told none.
    ///   - problem: The reason for which one that is not listed may be there all the same; `nil`, the default, for none.
    public init(_ things: [Thing], serverDate: Date?, problem: DataError? = nil) {
        self.things = things
        self.serverDate = serverDate
        self.problem = problem
    }

    /// Returns whether a text that a site shows is one that was sent: white space at the ends and the form of line ends and
    /// of characters do not count.
    ///
    /// - Parameters:
    ///   - sent: The text as it was typed.
    ///   - shown: The text as the site has it.
    /// - Returns: True for one that can have been made of the other.
    public static func areEqual(_ sent: String, _ shown: String) -> Bool { TextMatch.areEqual(sent, shown) }
}
