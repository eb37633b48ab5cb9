public import Core

/// A double-tap that saved a post: what plays the animation.
///
/// It comes as a part of a state, so it has a number: two double-taps on one post are two different values, and the
/// second one is not swallowed as equal to the first. A front end plays the animation when the number is another one
/// than before.
public struct SaveEvent: Hashable, Sendable {
    /// The number of the double-tap in its view model, from 1.
    public var number: Int
    /// The post that was tapped.
    public var id: Post.ID

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - number: Which double-tap.
    ///   - id: The post.
    package init(number: Int, id: Post.ID) {
        self.number = number
        self.id = id
    }
}
