import AppScreens
import Core
import Foundation
import PostFeatures
import ScreenKit

/// A screen on which a text is written and sent.
@MainActor
protocol WrittenText: AppScreen where Action == ReaderAction {
    /// The state of the text on its way.
    var writing: WritingState { get }
    /// The way of the text into the outbox and back.
    var sending: TextSending { get }

    /// Stores the text in the outbox.
    func queueText() async

    /// Takes the text back, which is in the outbox.
    func takeBackText() async

    /// Follows what becomes of the text.
    ///
    /// - Parameter changed: Told of each change.
    /// - Returns: What ends that when it is released.
    func followWriting(_ changed: @escaping @MainActor () -> Void) -> ObservationToken

    /// Called when the screen closes and the text is on its way; does nothing by default.
    func left()
}

extension WrittenText {
    func left() {}
}

/// The way of a text from its screen into the outbox, and back to the screen.
@MainActor
final class TextSending {
    private let context: ReaderContext
    private let reading: DraftReading<ReaderContext>
    private var task: Task<Void, Never>?
    /// Whether the person wants the text back, and it is not there yet: the screen keeps what is typed meanwhile.
    private(set) var isReturning = false

    /// Creates the way of a text that is written.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - reading: The reading of the draft, which keeps what is typed while the text comes back.
    init(_ context: ReaderContext, _ reading: DraftReading<ReaderContext>) {
        (self.context, self.reading) = (context, reading)
    }

    /// Whether nothing can be typed, as the text is being stored or comes back.
    var isUnderWay: Bool { task != nil || isReturning }

    /// Stores the text in the outbox, also where its screen is closed meanwhile, and closes the screen then.
    ///
    /// - Parameter screen: The screen of the text.
    func send(_ screen: some WrittenText) {
        guard !isUnderWay, !screen.writing.isLocked else { return }
        context.sent.begin(screen)
        task = context.keep { [self] in
            await screen.queueText()
            task = nil
            ended(screen)
        }
    }

    /// Waits until the text is stored.
    func finish() async { await task?.value }

    private func ended(_ screen: some WrittenText) {
        guard screen.writing.isLocked else {
            context.sent.forget(screen)
            // Who sees the screen reads there why.
            if !context.relay.send(.none, from: screen), let words = failure(of: screen.writing) {
                context.relay.say(words)
            }
            return
        }
        guard !isReturning else { return }
        if context.relay.send(.close, from: screen) { screen.left() }
        context.sent.hold(screen, in: context)
        context.relay.say { [context] in context.sent.sentence(in: context) }
    }

    private func failure(of writing: WritingState) -> String? {
        if let banner = writing.banner { return context.message(for: banner.error) }
        if let problem = writing.problem { return context.format.text(of: problem) }
        return keptWords
    }

    private var keptWords: String { context.format.text(of: .draft, now: context.now, timeZone: .current) }

    /// Shows the screen of a text that the person wants back; the text comes once the screen has begun.
    ///
    /// - Parameters:
    ///   - screen: The screen of the text.
    ///   - shown: The screen that is seen.
    /// - Returns: What that means for the screens.
    func comeBack(
        _ screen: some WrittenText, to shown: any AppScreen<ReaderAction>
    ) -> ScreenChange<ReaderAction> {
        isReturning = true
        reading.renew()
        guard shown === screen else { return .show(screen) }
        screen.start()
        return .none
    }

    /// Takes the text back, once it is stored.
    ///
    /// - Parameter screen: The screen of the text.
    func takeBack(_ screen: some WrittenText) async {
        await task?.value
        if screen.writing.isLocked { await screen.takeBackText() }
        isReturning = false
        guard screen.writing.isLocked else {
            context.sent.forget(screen)
            // Nobody sees that it is there again.
            if !context.relay.shows(screen) { context.relay.say(keptWords) }
            return
        }
        let banner = screen.writing.banner
        context.relay.send(.close, from: screen)
        context.sent.hold(screen, in: context)
        context.relay.say(banner.map { context.message(for: $0.error) } ?? context.text(.sentAlready))
    }
}
