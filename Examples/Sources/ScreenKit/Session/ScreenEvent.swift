/// Something that a program with screens reacts to.
package enum ScreenEvent: Hashable, Sendable {
    /// The person did something, or the terminal answers.
    case input(InputEvent)
    /// The person has written a line; nil for the end of all lines.
    case line(String?)
    /// The terminal has another size.
    case resized
    /// The program shall stop until the shell continues it.
    case suspended
    /// The program goes on after it was stopped.
    case resumed
    /// Another program shall have the terminal until it ends.
    case program(ProgramRun)
    /// A program that had the terminal has ended.
    case programEnded(ProgramRun, ProgramEnd)
    /// There is something new to show.
    case changed
    /// A signal asks the program to end.
    case ended(Int32)
    /// The terminal is gone.
    case closed
}
