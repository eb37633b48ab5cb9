import Core
import PostFeatures
import Testing

struct LanguageSettingTests {
    @Test(arguments: [
        (InterfaceLanguage.system, ["uk-UA", "en"], Language.ukrainian), (.system, ["de", "en_GB"], .english),
        (.system, ["de", "uk"], .ukrainian), (.system, [], .english), (.english, ["uk"], .english),
        (.ukrainian, ["en"], .ukrainian),
    ])
    func theChosenLanguageWinsOverTheSystems(setting: InterfaceLanguage, preferred: [String], language: Language) {
        #expect(Language.chosen(setting, preferred: preferred) == language)
    }
}
