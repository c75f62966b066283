// A function that is given to another, which is then compiled once for all of them.
#pragma once

namespace spiderpos {

// It refers to the function, which must be there as long as this is called.
template <class... Given>
class Call {
 public:
  template <class Function>
  Call(const Function& function)
      : function_(&function), call_([](const void* what, Given... given) {
          (*static_cast<const Function*>(what))(given...);
        }) {}
  void operator()(Given... given) const { call_(function_, given...); }

 private:
  const void* function_;
  void (*call_)(const void*, Given...);
};

}  // namespace spiderpos
